import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { V } from '../math/vec';
import { W } from '../math/wide';
import { BoxFrame } from './box-frame';
import { Manifold } from './manifold';
import { VERTEX, reduce } from './reduce';

/** For each axis of a box the bytes of what is given along all three, in the order u, v, w: w is along that axis. */
const TURNS: usize = memory.data<u8>([
  4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 0, 1, 2,
  3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
]);
/** How far from its middle, in half sides, a corner of the reference counts as over the incident face: better two points at its edge than none. */
const ROUNDED: f32 = 1.0001;
/** No edge counts as shorter along u or v, m. */
const LEAST_LENGTH: f32 = 1e-12;

/**
 * Clips the incident face of a box against the sides of the reference face of another and keeps at most four points: the corners of the incident face
 * that are between the sides, where its edges cross them (method: Y. Liang and B. Barsky, "A New Concept and Method for Line Clipping" (1984), four edges
 * in four lanes), and the reference's corners over it. Which of them there are no processor guesses well, so no branch asks it.
 * Edges carry labels (0 to 3 incident, 4 to 7 sides: u ≤ h, -u ≤ h, v ≤ h, -v ≤ h); a point's id is the two labels that meet there, so it stays the
 * same from step to step. `useB`: B is the reference; of its faces along `axis` the one on the positive side where `out` is positive. `scratch`: the BoxFrame
 * of A, that of B, and 272 bytes. Returns the least separation, Infinity where there is no point.
 */
export function clipFace(
  contact: Contact,
  a: Collider,
  b: Collider,
  useB: bool,
  axis: i32,
  out: f32,
  margin: f32,
  scratch: usize,
): f32 {
  const reference = useB ? b : a,
    incident = useB ? a : b;
  const frame = changetype<BoxFrame>(scratch + (useB ? offsetof<BoxFrame>() : 0));
  const vertices = scratch + 2 * offsetof<BoxFrame>();
  const sign = copysign<f32>(1, out);
  const uAxis = axis == 2 ? 0 : axis + 1,
    vAxis = uAxis == 2 ? 0 : uAxis + 1;
  const hu = f32x4.splat(Clip.halfExtent(reference, uAxis)),
    hv = f32x4.splat(Clip.halfExtent(reference, vAxis)),
    hw = Clip.halfExtent(reference, axis);
  // Along u, v, and w out of the reference face.
  const turn = v128.load(TURNS + ((axis as usize) << 4)),
    up = V.of(1, 1, sign);
  const x = V.mul(i8x16.swizzle(frame.x, turn), up),
    y = V.mul(i8x16.swizzle(frame.y, turn), up),
    z = V.mul(i8x16.swizzle(frame.z, turn), up),
    position = V.mul(i8x16.swizzle(frame.position, turn), up);
  // The incident face looks most against the normal.
  const mx = abs(V.z(x)),
    my = abs(V.z(y)),
    mz = abs(V.z(z));
  const size = incident.size;
  const halfX = V.scale(x, V.x(size)),
    halfY = V.scale(y, V.y(size));
  // Read by index, since any of the three is as likely.
  v128.store(vertices, halfX);
  v128.store(vertices, halfY, 16);
  v128.store(vertices, V.scale(z, V.z(size)), 32);
  v128.store(vertices, halfX, 48);
  v128.store(vertices, halfY, 64);
  const face = vertices + ((mx >= my && mx >= mz ? 0 : my >= mz ? 16 : 32) as usize);
  const outward = v128.load(face),
    e = v128.load(face, 16),
    f = v128.load(face, 32);
  const area = V.x(e) * V.y(f) - V.y(e) * V.x(f);
  const middle = V.sub(V.sub(position, V.scale(outward, copysign<f32>(1, V.z(outward)))), V.of(0, 0, hw));
  // Its corners go round as u turns to v.
  const across = V.scale(f, copysign<f32>(1, area)),
    far = V.add(middle, across),
    near = V.sub(middle, across);
  const p0 = V.add(far, e),
    p1 = V.sub(far, e),
    p2 = V.sub(near, e),
    p3 = V.add(near, e);
  const pu = W.columnX(p0, p1, p2, p3),
    pv = W.columnY(p0, p1, p2, p3),
    pw = W.columnZ(p0, p1, p2, p3);
  const du = V.sub(Clip.next(pu), pu),
    dv = V.sub(Clip.next(pv), pv),
    dw = V.sub(Clip.next(pw), pw);

  // Where each edge comes in between the sides, and where it goes out, from 0 to 1 along it.
  const zero = V.zero(),
    one = f32x4.splat(1),
    most = f32x4.splat(margin);
  const beyondU = f32x4.gt(V.abs(pu), hu),
    beyondV = f32x4.gt(V.abs(pv), hv),
    beyondUNext = Clip.next(beyondU),
    beyondVNext = Clip.next(beyondV);
  const outside = v128.or(beyondU, beyondV),
    outsideNext = v128.or(beyondUNext, beyondVNext);
  const perU = Clip.inverse(du),
    perV = Clip.inverse(dv),
    sideU = Clip.along(hu, du),
    sideV = Clip.along(hv, dv);
  // An edge that lies in a side, or comes from it or ends there, is not cut by it.
  const inU = v128.and(V.mul(V.sub(V.neg(sideU), pu), perU), beyondU),
    inV = v128.and(V.mul(V.sub(V.neg(sideV), pv), perV), beyondV),
    outU = v128.bitselect(V.mul(V.sub(sideU, pu), perU), one, beyondUNext),
    outV = v128.bitselect(V.mul(V.sub(sideV, pv), perV), one, beyondVNext);
  const comesIn = V.max(V.max(inU, inV), zero),
    goesOut = V.min(V.min(outU, outV), one);
  const crosses = f32x4.le(comesIn, goesOut);
  const start = v128.and(V.min(comesIn, one), outside),
    end = V.max(goesOut, zero);
  const startU = W.madd(pu, du, start),
    startV = W.madd(pv, dv, start),
    startW = W.madd(pw, dw, start),
    endU = W.madd(pu, du, end),
    endV = W.madd(pv, dv, end),
    endW = W.madd(pw, dw, end);
  const starts = i32x4.bitmask(
      v128.and(v128.or(v128.not(v128.and(outside, outsideNext)), crosses), f32x4.le(startW, most)),
    ),
    ends = i32x4.bitmask(v128.and(v128.and(v128.or(v128.not(outside), crosses), outsideNext), f32x4.le(endW, most)));
  const edge = i32x4(0, 1, 2, 3),
    aheadU = f32x4.gt(du, zero),
    aheadV = f32x4.gt(dv, zero);
  const sideIn = v128.bitselect(
    i32x4.sub(i32x4.splat(4), aheadU),
    i32x4.sub(i32x4.splat(6), aheadV),
    f32x4.ge(inU, inV),
  );
  const sideOut = v128.bitselect(
    i32x4.add(i32x4.splat(5), aheadU),
    i32x4.add(i32x4.splat(7), aheadV),
    f32x4.le(outU, outV),
  );
  const startId = v128.or(i32x4.shl(v128.bitselect(sideIn, i32x4(3, 0, 1, 2), outside), 4), edge),
    endId = v128.or(i32x4.shl(edge, 4), sideOut);

  // Corners of the reference, where two sides meet that both cut something off.
  const cornerU = V.mul(hu, f32x4(1, -1, -1, 1)),
    cornerV = V.mul(hv, f32x4(1, 1, -1, -1));
  const awayU = V.sub(cornerU, W.x(middle)),
    awayV = V.sub(cornerV, W.y(middle));
  const per: f32 = 1 / area;
  const alongE = V.scale(V.sub(V.mul(awayU, W.y(f)), V.mul(awayV, W.x(f))), per),
    alongF = V.scale(V.sub(V.mul(awayV, W.x(e)), V.mul(awayU, W.y(e))), per);
  const cornerW = W.madd(W.madd(W.z(middle), alongE, W.z(e)), alongF, W.z(f));
  const isOver = f32x4.le(V.max(V.abs(alongE), V.abs(alongF)), f32x4.splat(ROUNDED));
  const right = v128.any_true(f32x4.gt(pu, hu)) ? 9 : 0,
    left = v128.any_true(f32x4.lt(pu, V.neg(hu))) ? 6 : 0,
    above = v128.any_true(f32x4.gt(pv, hv)) ? 3 : 0,
    below = v128.any_true(f32x4.lt(pv, V.neg(hv))) ? 12 : 0;
  const corners = i32x4.bitmask(v128.and(isOver, f32x4.le(cornerW, most))) & (right | left) & (above | below);

  const points = vertices + 80;
  let at = points;
  at = Clip.put(at, W.columnX(startU, startV, startW, startId), starts);
  at = Clip.put(at, W.columnX(endU, endV, endW, endId), ends);
  at = Clip.put(at, W.columnY(startU, startV, startW, startId), starts >> 1);
  at = Clip.put(at, W.columnY(endU, endV, endW, endId), ends >> 1);
  at = Clip.put(at, W.columnZ(startU, startV, startW, startId), starts >> 2);
  at = Clip.put(at, W.columnZ(endU, endV, endW, endId), ends >> 2);
  at = Clip.put(at, W.columnW(startU, startV, startW, startId), starts >> 3);
  at = Clip.put(at, W.columnW(endU, endV, endW, endId), ends >> 3);
  if (corners != 0) at = putCorners(at, cornerU, cornerV, cornerW, corners);
  if (at == points) return Infinity;
  const count = reduce(points, ((at - points) / VERTEX) as i32);
  if (corners != 0 && count == 4) goRound(points);

  const n = V.scale(frame.worldAxis(axis), sign),
    u = frame.worldAxis(uAxis),
    v = frame.worldAxis(vAxis);
  const top = V.addScaled(reference.position, n, hw);
  const feature = ((axis << 3) | (sign > 0 ? 4 : 0) | (useB ? 2 : 0) | 1) << 8;
  contact.normal = v128.xor(V.xyz(n), i32x4.splat((useB as i32) << 31));
  let least: f32 = Infinity;
  for (let i = 0; i < count; i++) {
    const point = points + (i as usize) * VERTEX;
    const separation = load<f32>(point, 8);
    const height: f32 = 0.5 * separation;
    const position = V.addScaled(V.addScaled(V.addScaled(top, u, load<f32>(point)), v, load<f32>(point, 4)), n, height);
    Manifold.add(contact, position, separation, feature | load<i32>(point, 12));
    least = min(least, separation);
  }
  return least;
}

/** Appends the reference's corners that are in the mask. Returns the new end. */
function putCorners(at: usize, u: v128, v: v128, w: v128, mask: i32): usize {
  const id = i32x4(0x46, 0x65, 0x57, 0x74);
  at = Clip.put(at, W.columnX(u, v, w, id), mask);
  at = Clip.put(at, W.columnY(u, v, w, id), mask >> 1);
  at = Clip.put(at, W.columnZ(u, v, w, id), mask >> 2);
  return Clip.put(at, W.columnW(u, v, w, id), mask >> 3);
}

/** Puts four vertices in the order in which they go round, as u turns to v, from the first. */
function goRound(points: usize): void {
  turnUp(points, points + VERTEX);
  turnUp(points, points + 2 * VERTEX);
  turnUp(points, points + VERTEX);
}

/** Changes two vertices that follow each other where they are seen the other way round from the first. */
function turnUp(first: usize, at: usize): void {
  const from = v128.load(first),
    a = v128.load(at),
    b = v128.load(at, VERTEX);
  const p = V.sub(a, from),
    q = V.sub(b, from);
  if (V.x(p) * V.y(q) >= V.y(p) * V.x(q)) return;
  v128.store(at, b);
  v128.store(at, a, VERTEX);
}

class Clip {
  // @ts-ignore: decorator
  @inline static halfExtent(box: Collider, axis: i32): f32 {
    return load<f32>(changetype<usize>(box) + ((axis as usize) << 2), offsetof<Collider>('size'));
  }

  /** Of each edge of the incident face what belongs to the next. */
  // @ts-ignore: decorator
  @inline static next(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 1, 2, 3, 0);
  }

  /** `h`, positive, with the signs of `d`. */
  // @ts-ignore: decorator
  @inline static along(h: v128, d: v128): v128 {
    return v128.or(h, v128.and(d, i32x4.splat(i32.MIN_VALUE)));
  }

  /** 1 / d, never infinite, with the signs of `d`. */
  // @ts-ignore: decorator
  @inline static inverse(d: v128): v128 {
    return f32x4.div(f32x4.splat(1), Clip.along(V.max(V.abs(d), f32x4.splat(LEAST_LENGTH)), d));
  }

  /** Writes a vertex. Returns where the next belongs: over it where the lowest bit of `kept` is 0. */
  // @ts-ignore: decorator
  @inline static put(at: usize, vertex: v128, kept: i32): usize {
    v128.store(at, vertex);
    return at + ((kept & 1) as usize) * VERTEX;
  }
}
