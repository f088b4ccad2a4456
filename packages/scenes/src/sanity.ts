import type { Sanity, SceneDescription, SceneJoint, SceneView, Vec3 } from './description.ts';
import { add, distance, rotate } from './math.ts';

/** How far body `index` is from where the scene put it, in metres. NaN counts as infinitely far. */
export function displacement(
  scene: { readonly bodies: SceneDescription['bodies'] },
  view: SceneView,
  index: number,
): number {
  const moved = distance(view.position(index), scene.bodies[index]!.position);
  return Number.isNaN(moved) ? Infinity : moved;
}

/** Distance between the two anchors of a joint, in metres: 0 where it holds. */
export function jointError(joint: SceneJoint, view: SceneView): number {
  const anchor = (index: number, local: Vec3): Vec3 => add(view.position(index), rotate(view.rotation(index), local));
  const error = distance(anchor(joint.bodyA, joint.anchorA), anchor(joint.bodyB, joint.anchorB));
  return Number.isNaN(error) ? Infinity : error;
}

/** Dynamic bodies that are awake. */
export function awakeBodies(scene: { readonly bodies: SceneDescription['bodies'] }, view: SceneView): number {
  let count = 0;
  for (let index = 0; index < view.bodyCount; index++) {
    const isDynamic = index >= scene.bodies.length || scene.bodies[index]!.type === 'dynamic';
    if (isDynamic && !view.isSleeping(index)) count++;
  }
  return count;
}

/** Bodies that lie below `height` or are nowhere at all. */
export function bodiesBelow(view: SceneView, height: number, first = 0): number {
  let count = 0;
  for (let index = first; index < view.bodyCount; index++) if (!(view.position(index)[1] >= height)) count++;
  return count;
}

/** A scene without a promise of its own: nothing may fall through its floor. */
export function nothingBelow(height: number, first = 1): (view: SceneView) => Sanity {
  return (view) => {
    const below = bodiesBelow(view, height, first);
    return { ok: below === 0, figures: { below } };
  };
}
