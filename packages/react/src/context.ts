import { createContext, useContext } from 'react';
import type { BodySlot } from './body/body-slot.js';
import type { ColliderMode } from './colliders/mode.js';
import type { WorldRuntime } from './world/runtime.js';

export interface WorldContextValue {
  readonly runtime: WorldRuntime;
  /** What `<Body>` uses where it does not say itself. */
  readonly colliders: ColliderMode;
}

export const WorldContext = createContext<WorldContextValue | null>(null);
export const BodyContext = createContext<BodySlot | null>(null);

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
