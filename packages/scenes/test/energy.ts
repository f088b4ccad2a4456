import type { BuiltScene, SceneCollider, Vec3 } from '@atoll/scenes';
import { unrotate } from '@atoll/scenes';

/** Principal moments of inertia of one collider about its centre, kg m². */
export function inertiaOf(shape: SceneCollider): Vec3 {
  if (shape.shape === 'box') {
    const [x, y, z] = shape.halfExtents;
    const third = (shape.density * 8 * x * y * z) / 3;
    return [third * (y * y + z * z), third * (x * x + z * z), third * (x * x + y * y)];
  }
  if (shape.shape === 'hull' || shape.shape === 'trimesh') throw new Error('no closed form');
  const r = shape.radius;
  const ball = shape.density * (4 / 3) * Math.PI * r ** 3;
  const ofBall = 0.4 * ball * r * r;
  if (shape.shape === 'sphere') return [ofBall, ofBall, ofBall];
  const h = shape.halfHeight;
  const tube = shape.density * 2 * Math.PI * r * r * h;
  const across = tube * ((r * r) / 4 + (h * h) / 3) + ofBall + ball * (h * h + 0.75 * h * r);
  return [across, (tube * r * r) / 2 + ofBall, across];
}

/**
 * Energy of the dynamic bodies in joules, with gravity 10 along −y: of their motion, their turning and their height at the time of these:
 * symplectic Euler is leapfrog whose velocities are those of half a substep before its positions.
 * Each must have one collider, centred and upright in its body. Steps are of 1/60 s.
 */
export function energyOf(scene: BuiltScene, substeps = 4): number {
  const behind = 1 / (120 * substeps);
  let sum = 0;
  scene.bodies.forEach((body, i) => {
    if (body.type !== 'dynamic') return;
    const inertia = inertiaOf(scene.description.bodies[i]!.colliders[0]!);
    const spin = unrotate(scene.rotation(i), body.angularVelocity);
    const speed2 = body.linearVelocity.reduce((total, v) => total + v * v, 0);
    sum += body.mass * (10 * (body.position[1] - behind * body.linearVelocity[1]) + speed2 / 2);
    sum += spin.reduce((total, w, axis) => total + (inertia[axis]! * w * w) / 2, 0);
  });
  return sum;
}
