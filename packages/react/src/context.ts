import { createContext, useContext } from 'react';
import type { BodySlot } from './body/body-slot.js';
import type { ColliderDefaults } from './colliders/collect.js';
import type { WorldRuntime } from './world/runtime.js';

export interface WorldContextValue extends ColliderDefaults {
  readonly runtime: WorldRuntime;
}

export const WorldContext = createContext<WorldContextValue | null>(null);
export const BodyContext = createContext<BodySlot | null>(null);

/** What collider components belong to. */
export interface ColliderHost {
  /** Something about the colliders may have changed. */
  collidersChanged(): void;
}
export const ColliderHostContext = createContext<ColliderHost | null>(null);

export function useWorldContext(caller: string): WorldContextValue {
  const value = useContext(WorldContext);
  if (!value) throw new Error(`${caller}: expected to be inside <World>`);
  return value;
}

export function useBodyContext(caller: string): BodySlot {
  const slot = useContext(BodyContext);
  if (!slot) throw new Error(`${caller}: expected to be inside <Body>`);
  return slot;
}

export function useColliderHost(caller: string): ColliderHost {
  const host = useContext(ColliderHostContext);
  if (!host) throw new Error(`${caller}: expected to be inside <Body> or <InstancedBodies>`);
  return host;
}
