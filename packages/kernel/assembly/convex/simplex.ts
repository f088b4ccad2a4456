import { V } from '../math/vec';

/** A vertex of a simplex: the difference of two support points, then the point on A and the one on B; and that in the space of B. */
export const SIMPLEX_VERTEX: usize = 64;
/** Cores this near, m: the direction of what lies between them is rounding, that of the triangle they meet on is not. */
const NEAR: f32 = 1e-3;

/**
 * Up to four points of B − A, and the one of their hull that lies nearest to the origin.
 * Method: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.5 and 5.1.6.
 */
@unmanaged
export class Simplex {
  /** Nearest point to the origin. */
  point: v128;
  /** Weights of the vertices that give it. */
  weights: v128;
  count: i32;
  reserved0: u32;
  reserved1: u64;

  // @ts-ignore: decorator
  @inline at(index: i32): usize {
    return changetype<usize>(this) + SIMPLEX_HEADER + (index as usize) * SIMPLEX_VERTEX;
  }
  // @ts-ignore: decorator
  @inline w(index: i32): v128 {
    return v128.load(this.at(index));
  }

  add(w: v128, p: v128, q: v128, local: v128): void {
    const at = this.at(this.count++);
    v128.store(at, w);
    v128.store(at, p, 16);
    v128.store(at, q, 32);
    v128.store(at, local, 48);
  }

  has(w: v128): bool {
    for (let i = 0; i < this.count; i++) {
      if ((i32x4.bitmask(f32x4.eq(this.w(i), w)) & 7) == 7) return true;
    }
    return false;
  }

  /** The nearest point's weights applied to the points on A (offset 16) or on B (offset 32). */
  witness(offset: usize): v128 {
    let sum = V.zero();
    for (let i = 0; i < this.count; i++)
      sum = V.addScaled(sum, v128.load(this.at(i) + offset), laneOf(this.weights, i));
    return sum;
  }

  /** The nearest point, as good a direction as 32 bits give. */
  nearest(): v128 {
    return this.count == 3 && V.lengthSquared(this.point) < NEAR * NEAR ? this.acrossTriangle() : this.point;
  }

  /** The nearest point of a triangle in its inside, from the triangle's plane: its direction is as good as the corners are. */
  private acrossTriangle(): v128 {
    const a = this.w(0);
    const n = V.cross(V.sub(this.w(1), a), V.sub(this.w(2), a));
    const square = V.lengthSquared(n);
    return square > 1e-20 ? V.xyz(V.scale(n, V.dot(n, a) / square)) : this.point;
  }

  /**
   * Finds the nearest point and drops the vertices it does not need. False when the origin lies inside a tetrahedron. `isOutside`: it is known
   * not to, and then the sides of a flat tetrahedron, which are noise, are not asked for.
   */
  reduce(isOutside: bool): bool {
    if (this.count == 1) {
      this.point = this.w(0);
      this.weights = V.of(1, 0, 0);
    } else if (this.count == 2) this.segment();
    else if (this.count == 3) this.triangle(0, 1, 2);
    else return this.tetrahedron(isOutside);
    return true;
  }

  private segment(): void {
    const a = this.w(0),
      ab = V.sub(this.w(1), a);
    const length2 = V.dot(ab, ab);
    const t = length2 > 0 ? -V.dot(a, ab) / length2 : 0;
    if (t <= 0) this.keep(1, 0, 0, 0, 1, 0, 0);
    else if (t >= 1) this.keep(1, 1, 0, 0, 1, 0, 0);
    else this.keep(2, 0, 1, 0, 1 - t, t, 0);
  }

  /** Of the vertices i, j, k. */
  private triangle(i: i32, j: i32, k: i32): void {
    const weights = nearestWeights(this.w(i), this.w(j), this.w(k));
    const u = V.x(weights),
      v = V.y(weights),
      w = V.z(weights);
    if (u > 0 && v > 0 && w > 0) this.keep(3, i, j, k, u, v, w);
    else if (w > 0) {
      if (u > 0) this.keep(2, i, k, 0, u, w, 0);
      else if (v > 0) this.keep(2, j, k, 0, v, w, 0);
      else this.keep(1, k, 0, 0, 1, 0, 0);
    } else if (v > 0) {
      if (u > 0) this.keep(2, i, j, 0, u, v, 0);
      else this.keep(1, j, 0, 0, 1, 0, 0);
    } else this.keep(1, i, 0, 0, 1, 0, 0);
  }

  /** `every`: also the faces that have the origin on the inner side. */
  private tetrahedron(every: bool): bool {
    const a = this.w(0),
      b = this.w(1),
      c = this.w(2),
      d = this.w(3);
    let best: f32 = Infinity,
      bestFace = -1;
    for (let face = 0; face < 4; face++) {
      const p = face == 0 ? b : a,
        q = face <= 1 ? c : b,
        r = face <= 2 ? d : c,
        o = face == 0 ? a : face == 1 ? b : face == 2 ? c : d;
      const n = V.cross(V.sub(q, p), V.sub(r, p));
      const origin = -V.dot(p, n),
        across = V.sub(o, p);
      const other = V.dot(across, n);
      // A flat tetrahedron tells no side: then every face counts.
      const flat = other * other < 1e-10 * V.dot(n, n) * V.dot(across, across);
      if (!every && !flat && origin * other >= 0) continue;
      const weights = nearestWeights(p, q, r);
      const nearest = V.addScaled(V.addScaled(V.scale(p, V.x(weights)), q, V.y(weights)), r, V.z(weights));
      const distance2 = V.lengthSquared(nearest);
      if (distance2 < best) {
        best = distance2;
        bestFace = face;
      }
    }
    if (bestFace < 0) return false;
    this.triangle(bestFace == 0 ? 1 : 0, bestFace <= 1 ? 2 : 1, bestFace <= 2 ? 3 : 2);
    return true;
  }

  /** Keeps `count` vertices, of rising indices, with their weights. */
  private keep(count: i32, i: i32, j: i32, k: i32, u: f32, v: f32, w: f32): void {
    this.move(0, i);
    if (count > 1) this.move(1, j);
    if (count > 2) this.move(2, k);
    this.count = count;
    this.weights = V.of(u, v, w);
    let point = V.scale(this.w(0), u);
    if (count > 1) point = V.addScaled(point, this.w(1), v);
    if (count > 2) point = V.addScaled(point, this.w(2), w);
    this.point = V.xyz(point);
  }

  private move(to: i32, from: i32): void {
    if (to == from) return;
    const target = this.at(to),
      source = this.at(from);
    v128.store(target, v128.load(source));
    v128.store(target, v128.load(source, 16), 16);
    v128.store(target, v128.load(source, 32), 32);
    v128.store(target, v128.load(source, 48), 48);
  }
}

export const SIMPLEX_HEADER: usize = 48;
export const SIMPLEX_SIZE: usize = SIMPLEX_HEADER + 4 * SIMPLEX_VERTEX;
if (offsetof<Simplex>() != SIMPLEX_HEADER) ERROR('SIMPLEX_HEADER is not the size of Simplex');

function laneOf(v: v128, index: i32): f32 {
  return index == 3 ? V.w(v) : V.lane(v, index);
}

/**
 * Weights of a triangle's corners that give its point nearest to the origin; 0 for a corner that it does not need. In 64 bits: on a smooth
 * surface the corners come to lie so close to each other that 32 bits lose the plane through them.
 */
export function nearestWeights(a: v128, b: v128, c: v128): v128 {
  const ax = V.x(a) as f64,
    ay = V.y(a) as f64,
    az = V.z(a) as f64;
  const ux = (V.x(b) as f64) - ax,
    uy = (V.y(b) as f64) - ay,
    uz = (V.z(b) as f64) - az;
  const vx = (V.x(c) as f64) - ax,
    vy = (V.y(c) as f64) - ay,
    vz = (V.z(c) as f64) - az;
  const d1 = -(ux * ax + uy * ay + uz * az),
    d2 = -(vx * ax + vy * ay + vz * az);
  if (d1 <= 0 && d2 <= 0) return V.of(1, 0, 0);
  const uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz;
  const d3 = d1 - uu,
    d4 = d2 - uv;
  if (d3 >= 0 && d4 <= d3) return V.of(0, 1, 0);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const t = d1 / max(d1 - d3, 1e-300);
    return V.of((1 - t) as f32, t as f32, 0);
  }
  const d5 = d1 - uv,
    d6 = d2 - vv;
  if (d6 >= 0 && d5 <= d6) return V.of(0, 0, 1);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const t = d2 / max(d2 - d6, 1e-300);
    return V.of((1 - t) as f32, 0, t as f32);
  }
  const va = d3 * d6 - d5 * d4;
  const e = d4 - d3,
    f = d5 - d6;
  if (va <= 0 && e >= 0 && f >= 0) {
    const t = e / max(e + f, 1e-300);
    return V.of(0, (1 - t) as f32, t as f32);
  }
  const scale = 1 / (va + vb + vc);
  return V.of((va * scale) as f32, (vb * scale) as f32, (vc * scale) as f32);
}
