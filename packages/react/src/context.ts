import { createContext, useContext, type Context } from 'react';
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

/** A hook that reads a context. @throws where its caller is not inside `what` provides it */
const needed =
  <T>(context: Context<T | null>, what: string) =>
  (caller: string): T => {
    const value = useContext(context);
    if (!value) throw new Error(`${caller}: expected to be inside ${what}`);
    return value;
  };

export const useWorldContext = needed(WorldContext, '<World>');
export const useBodyContext = needed(BodyContext, '<Body>');
export const useColliderHost = needed(ColliderHostContext, '<Body> or <InstancedBodies>');
