import { V } from '../math/vec';
import { M } from '../math/mat';
import { Q } from '../math/quat';
import { CachedSimplex } from './cached-simplex';
import { Convex } from './convex';
import { SIMPLEX_SIZE, Simplex } from './simplex';

/** Rounds; a smooth pair takes about ten, a pair of polytopes four or five. */
const MAX_ROUNDS: i32 = 32;
/** The distance is known to this part of itself. */
const TOLERANCE: f32 = 1e-6;
/** A normal whose plane keeps the cores apart by this much less than their distance, m, is looked for again. */
const UNPROVEN: f32 = 5e-5;
/** B is moved this far out for it, m; each time farther. */
const CLEAR: f32 = 0.1;
const REFINEMENTS: i32 = 4;
/** What may just as well touch is this far apart, m. */
const JUST_APART: f32 = 2e-5;
/** A plane that keeps the cores apart by this much, m, is more than rounding. */
const CERTAIN: f32 = 2e-6;
/** Rounding of a dot product, as a part of the lengths of its factors. */
const NOISE: f32 = 3e-7;

/**
 * The distance of two cores, in the space of A, so that the numbers stay small. Lies in memory that the caller owns, GJK_SIZE bytes.
 * Use: `begin`, then `distance`; `normal`, `pointA` and `pointB` are its outcome. Moving B without a turn is `position = …`.
 * Method: E. Gilbert, D. Johnson, S. Keerthi (1988); G. van den Bergen, "Collision Detection in Interactive 3D Environments" (2003), chapter 4.
 */
@unmanaged
export class Gjk {
  /** Of B in A. */
  position: v128;
  /** From B to A, and from A to B: columns. */
  toA0: v128;
  toA1: v128;
  toA2: v128;
  toB0: v128;
  toB1: v128;
  toB2: v128;
  /** From A to B, unit length; also where the next search starts. Zero: unknown. A's space. */
  normal: v128;
  /** Nearest points of the cores, A's space. */
  pointA: v128;
  pointB: v128;
  a: Convex;
  b: Convex;
  /** Since `begin`. */
  rounds: i32;
  /** Distance of the nearest points; 0 in overlap. */
  length: f32;
  /** By how much a plane across `normal` keeps the cores apart, at least. */
  proven: f32;
  /** 1: the next search begins with the simplex as it stands. */
  goesOn: u32;
  reserved: u64;

  // @ts-ignore: decorator
  @inline get simplex(): Simplex {
    return changetype<Simplex>(changetype<usize>(this) + GJK_HEADER);
  }

  /** `normal`: a guess, world space, such as that of the last step; or zero. */
  begin(a: Convex, b: Convex, normal: v128): void {
    this.a = a;
    this.b = b;
    this.rounds = 0;
    this.goesOn = 0;
    const inverse = Q.conjugate(a.rotation);
    this.position = V.xyz(Q.rotate(inverse, V.sub(b.position, a.position)));
    const turn = Q.multiply(inverse, b.rotation);
    const x = V.xyz(Q.axisX(turn)),
      y = V.xyz(Q.axisY(turn)),
      z = V.xyz(Q.axisZ(turn));
    this.toA0 = x;
    this.toA1 = y;
    this.toA2 = z;
    this.toB0 = V.of(V.x(x), V.x(y), V.x(z));
    this.toB1 = V.of(V.y(x), V.y(y), V.y(z));
    this.toB2 = V.of(V.z(x), V.z(y), V.z(z));
    this.normal = V.xyz(Q.rotate(inverse, normal));
  }

  /** The next search begins with these vertices. */
  resume(cached: CachedSimplex): void {
    cached.restore(this.simplex);
    this.goesOn = 1;
  }

  /** B's core along a direction of A's space, in B's. */
  // @ts-ignore: decorator
  @inline private localSupportB(direction: v128): v128 {
    return this.b.support(M.apply(this.toB0, this.toB1, this.toB2, direction));
  }

  /** B's core along a direction, both in A's space. */
  // @ts-ignore: decorator
  @inline supportB(direction: v128): v128 {
    return this.toA(this.localSupportB(direction));
  }

  /** A point of B's space in A's. */
  // @ts-ignore: decorator
  @inline toA(p: v128): v128 {
    return V.add(this.position, M.apply(this.toA0, this.toA1, this.toA2, p));
  }

  /** How far a plane of this unit normal (A's space) keeps the cores apart; negative in overlap. */
  gapAlong(normal: v128): f32 {
    return V.dot(normal, V.sub(this.supportB(V.neg(normal)), this.a.support(normal)));
  }

  /** A direction of A's space in world space. */
  // @ts-ignore: decorator
  @inline toWorld(direction: v128): v128 {
    return V.xyz(Q.rotate(this.a.rotation, direction));
  }

  /**
   * Distance of the cores, 0 where they overlap. Gives up once it is proven to be above `limit`, and returns a lower bound then.
   * Where it is 0 the simplex holds the origin, or passes it within rounding: what the penetration search starts from.
   */
  distance(limit: f32): f32 {
    const length = this.search(limit);
    if (this.length == 0 || (this.proven > 0 && this.length - this.proven <= UNPROVEN)) return length;
    this.refine();
    return this.length;
  }

  /** As `distance`, but the normal may be as bad as rounding makes it where the cores all but touch. */
  search(limit: f32): f32 {
    const simplex = this.simplex;
    this.length = 0;
    this.proven = 0;
    let largest: f32 = this.goesOn != 0 ? this.replace() : 0;
    this.goesOn = 0;
    // Whether v is the nearest point of something, or a mere direction.
    let isPoint = largest > 0;
    let v: v128;
    if (isPoint) v = simplex.nearest();
    else {
      simplex.count = 0;
      v = this.normal;
      if (V.lengthSquared(v) < 0.5) {
        v = V.sub(this.toA(this.b.center()), this.a.center());
        if (V.lengthSquared(v) < 1e-12) v = V.of(0, 1, 0);
      }
    }
    let vv = V.lengthSquared(v);
    // The plane that keeps the cores farthest apart. Near the end the nearest point gains less than 32 bits tell while its direction still
    // improves, so the normal is that of the best proof and not of the last point.
    let proven: f32 = 0,
      normal = V.zero();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.rounds++;
      const p = this.a.support(v),
        local = this.localSupportB(V.neg(v)),
        q = this.toA(local);
      const w = V.xyz(V.sub(q, p));
      const vw = V.dot(v, w),
        length = sqrt<f32>(vv);
      if (vw > 0 && vw > limit * length) {
        this.normal = V.scale(v, 1 / length);
        return vw / length;
      }
      largest = max(largest, V.lengthSquared(w));
      if (isPoint && vw > proven * length) {
        proven = vw / length;
        normal = V.scale(v, 1 / length);
      }
      if (isPoint && (vv - vw <= max(TOLERANCE * vv, NOISE * length * sqrt<f32>(largest)) || simplex.has(w))) break;
      const before = changetype<usize>(this) + GJK_HEADER + SIMPLEX_SIZE;
      memory.copy(before, changetype<usize>(simplex), SIMPLEX_SIZE);
      simplex.add(w, p, q, local);
      // A plane across v with both cores on its sides proves that the origin is outside.
      if (!simplex.reduce(vw > 0 || proven > CERTAIN)) return 0;
      const now = V.lengthSquared(simplex.point);
      if (isPoint && now > vv * (1 + TOLERANCE)) {
        memory.copy(changetype<usize>(simplex), before, SIMPLEX_SIZE);
        break;
      }
      if (now <= 1e-12 * largest) return 0;
      v = simplex.nearest();
      vv = V.lengthSquared(v);
      isPoint = true;
    }
    v = simplex.point;
    const length = V.length(v);
    this.length = length;
    this.proven = proven;
    this.normal = proven > 0 ? normal : V.scale(v, 1 / length);
    this.pointA = simplex.witness(16);
    this.pointB = V.add(this.pointA, v);
    return length;
  }

  /**
   * Makes a simplex of vertices whose points are known, where the shapes are now. Returns the square of its greatest vertex, or 0 where it tells
   * nothing.
   */
  private replace(): f32 {
    const simplex = this.simplex;
    let largest: f32 = 0;
    for (let i = 0; i < simplex.count; i++) {
      const at = simplex.at(i);
      const q = this.toA(v128.load(at, 48));
      const w = V.xyz(V.sub(q, v128.load(at, 16)));
      v128.store(at, w);
      v128.store(at, q, 32);
      largest = max(largest, V.lengthSquared(w));
    }
    if (simplex.count == 0 || simplex.count > 3) return 0;
    simplex.reduce(true);
    return V.lengthSquared(simplex.point) > 1e-12 * largest ? largest : 0;
  }

  /**
   * Normals of cores that all but touch are rounding for a good part, and now and then a search ends early. B is moved out along the normal
   * and searched again: what is found there is a better direction, and shows by how much here.
   */
  private refine(): void {
    const position = this.position,
      pointA = this.pointA,
      pointB = this.pointB,
      length = this.length;
    let normal = this.normal,
      gap = this.gapAlong(normal);
    for (let i = 0; i < REFINEMENTS && length - gap > UNPROVEN; i++) {
      this.position = V.addScaled(position, normal, CLEAR * ((i + 1) as f32));
      const isApart = this.search(Infinity) > 0;
      this.position = position;
      const better = isApart ? this.gapAlong(this.normal) : -Infinity;
      if (better <= gap) continue;
      gap = better;
      normal = this.normal;
    }
    // The points may be what is not nearest: another search, from this direction.
    let isNearer = false;
    if (length - gap > UNPROVEN) {
      this.normal = normal;
      isNearer = this.search(Infinity) > 0 && this.length < length;
      const better = isNearer ? this.gapAlong(this.normal) : -Infinity;
      if (better > gap) {
        gap = better;
        normal = this.normal;
      }
    }
    this.normal = normal;
    if (!isNearer) {
      this.pointA = pointA;
      this.pointB = pointB;
      this.length = length;
    }
    // Points that are still farther apart than any plane keeps the cores are not the nearest ones; what the plane says holds.
    if (this.length - gap > UNPROVEN) {
      this.length = gap < -UNPROVEN ? 0 : max(gap, JUST_APART);
      const middle = V.scale(V.add(this.pointA, this.pointB), 0.5);
      this.pointA = V.addScaled(middle, this.normal, -0.5 * this.length);
      this.pointB = V.addScaled(middle, this.normal, 0.5 * this.length);
    }
  }
}

export const GJK_HEADER: usize = 192;
/** With the simplex, and the one before it. */
export const GJK_SIZE: usize = GJK_HEADER + 2 * SIMPLEX_SIZE;
if (offsetof<Gjk>() != GJK_HEADER) ERROR('GJK_HEADER is not the size of Gjk');
