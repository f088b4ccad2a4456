/** One pair of colliders, in memory that the test chooses, through the narrowphase's dispatcher. */
import { Collider } from '../bodies/collider';
import { Contact } from '../contacts/contact';
import { test } from '../narrowphase/collide';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** `pose`: position xyz, rotation xyzw, size xyz, rounding: 11 f32. */
export function colliderFill(collider: usize, shape: u32, pose: usize): void {
  const c = changetype<Collider>(collider);
  memory.fill(collider, 0, offsetof<Collider>());
  c.shape = shape;
  c.position = V.of(load<f32>(pose), load<f32>(pose, 4), load<f32>(pose, 8));
  c.rotation = Q.normalize(v128.load(pose, 12));
  c.size = V.of(load<f32>(pose, 28), load<f32>(pose, 32), load<f32>(pose, 36));
  c.rounding = load<f32>(pose, 40);
}

/**
 * Writes normal xyz and cached axis (as f32), then position xyz and separation of each point and its feature id (i32) in 5 words, to `out`.
 * Returns the number of points. `cachedAxis`: of the test before. `scratch`: 1 KiB.
 */
export function collideShapes(
  contact: usize,
  a: usize,
  b: usize,
  margin: f32,
  cachedAxis: i32,
  scratch: usize,
  out: usize,
): i32 {
  const c = changetype<Contact>(contact);
  memory.fill(contact, 0, 1024);
  c.cachedAxis = cachedAxis;
  test(c, changetype<Collider>(a), changetype<Collider>(b), margin, margin, scratch);
  v128.store(out, V.withW(c.normal, c.cachedAxis as f32));
  for (let i = 0; i < c.pointCount; i++) {
    const at = out + 16 + (i as usize) * 20;
    v128.store(at, c.point(i).anchorA);
    store<i32>(at, i32x4.extract_lane(c.point(i).localB, 3), 16);
  }
  return c.pointCount;
}
