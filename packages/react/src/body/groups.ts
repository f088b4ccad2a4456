import type { Body } from '@atoll/engine';
import type { Object3D } from 'three';

/** The groups that bodies draw with. */
const bodies = new WeakMap<Object3D, { readonly current: Body | null }>();

export const markBodyGroup = (group: Object3D, slot: { readonly current: Body | null }): void =>
  void bodies.set(group, slot);
export const isBodyGroup = (object: Object3D): boolean => bodies.has(object);

/**
 * The body that `object` is drawn by: of the nearest `<Body>` around it, or undefined where there is none.
 * @example
 * <Canvas onPointerMissed={…}> … <mesh onClick={(event) => bodyOf(event.object)?.applyImpulse([0, 50, 0])} />
 */
export function bodyOf(object: Object3D): Body | undefined {
  for (let at: Object3D | null = object; at; at = at.parent) {
    const slot = bodies.get(at);
    if (slot) return slot.current ?? undefined;
  }
  return undefined;
}
