/** One pair of colliders, in memory that the test chooses, through the narrowphase's dispatcher. */
import { Collider } from '../bodies/collider';
import { Contact } from '../contacts/contact';
import { test } from '../narrowphase/update-manifold';
import { CONVEX_SIZE, Convex } from '../convex/convex';
import { Gjk } from '../convex/gjk';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** `pose`: position xyz, rotation xyzw, size xyz, rounding: 11 f32. `geometry`: address of a hull, or 0. */
export function colliderFill(collider: usize, shape: u32, pose: usize, geometry: usize): void {
  const c = changetype<Collider>(collider);
  memory.fill(collider, 0, offsetof<Collider>());
  c.shape = shape;
  c.position = V.of(load<f32>(pose), load<f32>(pose, 4), load<f32>(pose, 8));
  c.rotation = Q.normalize(v128.load(pose, 12));
  c.size = V.of(load<f32>(pose, 28), load<f32>(pose, 32), load<f32>(pose, 36));
  c.rounding = load<f32>(pose, 40);
  c.geometry = geometry;
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
  return collideAgain(contact, a, b, margin, scratch, out);
}

/** As `collideShapes`, of a pair whose contact remembers the last test. Writes the rounds of the search for the distance behind the points (i32). */
export function collideAgain(contact: usize, a: usize, b: usize, margin: f32, scratch: usize, out: usize): i32 {
  const c = changetype<Contact>(contact);
  c.pointCount = 0;
  c.gjkRounds = 0;
  c.gapAxis = V.zero();
  test(c, changetype<Collider>(a), changetype<Collider>(b), margin, margin, scratch);
  v128.store(out, V.withW(c.normal, c.cachedAxis as f32));
  for (let i = 0; i < c.pointCount; i++) {
    const at = out + 16 + (i as usize) * 20;
    v128.store(at, c.point(i).onA);
    store<i32>(at, i32x4.extract_lane(c.point(i).onB, 3), 16);
  }
  store<i32>(out, c.gjkRounds, 96);
  return c.pointCount;
}

/**
 * Distance of the cores of two colliders, with a guess of the normal (3 f32, or zero). Writes normal, point on A and point on B (world space, 3 f32
 * each) and the number of rounds (i32) to `out`. `scratch`: 1 KiB.
 */
export function convexDistance(a: usize, b: usize, limit: f32, guess: usize, scratch: usize, out: usize): f32 {
  const convexA = changetype<Convex>(scratch),
    convexB = changetype<Convex>(scratch + CONVEX_SIZE);
  const gjk = changetype<Gjk>(scratch + 2 * CONVEX_SIZE);
  convexA.setCollider(changetype<Collider>(a));
  convexB.setCollider(changetype<Collider>(b));
  gjk.begin(convexA, convexB, V.of(load<f32>(guess), load<f32>(guess, 4), load<f32>(guess, 8)));
  const distance = gjk.distance(limit);
  v128.store(out, gjk.toWorld(gjk.normal));
  v128.store(out, V.add(convexA.position, gjk.toWorld(gjk.pointA)), 12);
  v128.store(out, V.add(convexA.position, gjk.toWorld(gjk.pointB)), 24);
  store<i32>(out, gjk.rounds, 36);
  return distance;
}
