import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { M } from '../math/mat';
import { V } from '../math/vec';
import { W } from '../math/wide';
import { Manifold } from './manifold';
import { VERTEX, reduce } from './reduce';

const MAX_VERTICES: i32 = 12;

/**
 * Clips the incident face against the sides of the reference face and keeps at most four points.
 * Edges carry labels (0 to 3 incident, 4 to 7 sides); a point's id is the two labels that meet there, so it stays the same
 * from step to step. Axes: `x`, `y`, `z` of the incident box, `rx`, `ry`, `rz` of the reference. `flip`: the reference box is B of the contact.
 */
export function clipFace(
  contact: Contact,
  reference: Collider,
  incident: Collider,
  axis: i32,
  sign: f32,
  x: v128,
  y: v128,
  z: v128,
  rx: v128,
  ry: v128,
  rz: v128,
  flip: bool,
  margin: f32,
  scratch: usize,
): void {
  const uAxis = axis == 2 ? 0 : axis + 1,
    vAxis = uAxis == 2 ? 0 : uAxis + 1;
  const n = V.scale(axis == 0 ? rx : axis == 1 ? ry : rz, sign);
  const u = uAxis == 0 ? rx : uAxis == 1 ? ry : rz;
  const v = vAxis == 0 ? rx : vAxis == 1 ? ry : rz;
  const hu = V.lane(reference.size, uAxis),
    hv = V.lane(reference.size, vAxis);

  // The incident face looks most against the normal.
  const dx = V.dot(x, n),
    dy = V.dot(y, n),
    dz = V.dot(z, n);
  const mx = abs(dx),
    my = abs(dy),
    mz = abs(dz);
  const face = mx >= my && mx >= mz ? 0 : my >= mz ? 1 : 2;
  const h = incident.size;
  const out =
    face == 0
      ? V.scale(x, dx > 0 ? -V.x(h) : V.x(h))
      : face == 1
        ? V.scale(y, dy > 0 ? -V.y(h) : V.y(h))
        : V.scale(z, dz > 0 ? -V.z(h) : V.z(h));
  const e = face == 0 ? V.scale(y, V.y(h)) : face == 1 ? V.scale(z, V.z(h)) : V.scale(x, V.x(h));
  const f = face == 0 ? V.scale(z, V.z(h)) : face == 1 ? V.scale(x, V.x(h)) : V.scale(y, V.y(h));
  const top = V.addScaled(reference.position, n, V.lane(reference.size, axis));
  const c = V.sub(V.add(incident.position, out), top);
  let from = scratch,
    to = scratch + (MAX_VERTICES as usize) * VERTEX;
  // Columns of what takes vectors to u, v, n.
  const zero = V.zero(),
    low = W.lows(u, v),
    low2 = W.lows(n, zero),
    high = W.highs(u, v),
    high2 = W.highs(n, zero);
  const toX = W.first(low, low2),
    toY = W.second(low, low2),
    toZ = W.first(high, high2);
  const middle = M.apply(toX, toY, toZ, c),
    ahead = M.apply(toX, toY, toZ, e),
    aside = M.apply(toX, toY, toZ, f);
  const far = V.add(middle, aside),
    near = V.sub(middle, aside);
  const p0 = i32x4.replace_lane(V.add(far, ahead), 3, 0),
    p1 = i32x4.replace_lane(V.sub(far, ahead), 3, 1),
    p2 = i32x4.replace_lane(V.sub(near, ahead), 3, 2),
    p3 = i32x4.replace_lane(V.add(near, ahead), 3, 3);
  v128.store(from, p0);
  v128.store(from, p1, VERTEX);
  v128.store(from, p2, 2 * VERTEX);
  v128.store(from, p3, 3 * VERTEX);
  const most = V.max(V.max(p0, p1), V.max(p2, p3)),
    least = V.min(V.min(p0, p1), V.min(p2, p3));
  let count = 4;
  for (let side = 0; side < 4; side++) {
    const reach: f32 = side == 0 ? V.x(most) : side == 1 ? -V.x(least) : side == 2 ? V.y(most) : -V.y(least);
    const h: f32 = side < 2 ? hu : hv;
    // It would cut nothing off.
    if (reach <= h) continue;
    count = clipSide(from, to, count, side, h);
    if (count == 0) return;
    const swap = from;
    from = to;
    to = swap;
  }

  // Only what is near the reference face, with ids made from the labels on both sides.
  const kept = to;
  let keptCount = 0;
  for (let i = 0; i < count; i++) {
    const at = from + (i as usize) * VERTEX;
    const separation = load<f32>(at, 8);
    if (separation > margin) continue;
    const before = load<i32>(from + ((i == 0 ? count - 1 : i - 1) as usize) * VERTEX, 12);
    const id = (before << 4) | load<i32>(at, 12);
    v128.store(kept + (keptCount++ as usize) * VERTEX, i32x4.replace_lane(v128.load(at), 3, id));
  }
  if (keptCount == 0) return;
  keptCount = reduce(kept, keptCount);
  const feature = ((axis << 3) | (sign > 0 ? 4 : 0) | (flip ? 2 : 0) | 1) << 8;
  contact.normal = V.xyz(flip ? V.neg(n) : n);
  for (let i = 0; i < keptCount; i++) {
    const at = kept + (i as usize) * VERTEX;
    const separation = load<f32>(at, 8);
    const height: f32 = 0.5 * separation;
    const position = V.addScaled(V.addScaled(V.addScaled(top, u, load<f32>(at)), v, load<f32>(at, 4)), n, height);
    Manifold.add(contact, position, separation, feature | load<i32>(at, 12));
  }
}

/** Sutherland and Hodgman (1974), one side: u ≤ h, -u ≤ h, v ≤ h, -v ≤ h for sides 0 to 3. */
function clipSide(from: usize, to: usize, count: i32, side: i32, h: f32): i32 {
  const lane: usize = side < 2 ? 0 : 4;
  const sign: f32 = (side & 1) == 0 ? 1 : -1;
  let out = 0;
  for (let i = 0; i < count; i++) {
    const a = from + (i as usize) * VERTEX,
      b = from + ((i + 1 == count ? 0 : i + 1) as usize) * VERTEX;
    const da = sign * load<f32>(a + lane) - h,
      db = sign * load<f32>(b + lane) - h;
    if (da <= 0) {
      v128.store(to + (out++ as usize) * VERTEX, v128.load(a));
      if (db > 0) cut(to + (out++ as usize) * VERTEX, a, b, da / (da - db), 4 + side);
    } else if (db <= 0) {
      cut(to + (out++ as usize) * VERTEX, a, b, da / (da - db), load<i32>(a, 12));
    }
    if (out >= MAX_VERTICES - 1) break;
  }
  return out;
}

function cut(to: usize, a: usize, b: usize, t: f32, label: i32): void {
  const p = v128.load(a);
  v128.store(to, i32x4.replace_lane(V.addScaled(p, V.sub(v128.load(b), p), t), 3, label));
}
