import { V } from '../math/vec';
import { Gjk } from './gjk';
import { nearestWeights } from './simplex';

const MAX_VERTICES: i32 = 64;
const MAX_FACES: i32 = 200;
const MAX_EDGES: i32 = 128;
/** Difference, point on A, point on B. */
const VERTEX: usize = 48;
/** Outward normal with distance in lane w; three u8 vertices and a u8 that is 1 while it counts. */
const FACE: usize = 32;
/** The depth is known this well, m. */
const TOLERANCE: f32 = 1e-5;

/**
 * How deep two cores overlap: the polytope of B − A around the origin grows until its nearest face lies on the surface. Lies in the worker's
 * scratch, EPA_SIZE bytes. `run` after `Gjk.distance` returned 0 or next to it.
 * Method: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (GDC 2001).
 */
@unmanaged
export class Epa {
  /** From A to B, unit length: the way out for B. A's space. */
  normal: v128;
  /** The deepest points of the cores, A's space. */
  pointA: v128;
  pointB: v128;
  /** m, not negative. */
  depth: f32;
  vertexCount: i32;
  faceCount: i32;
  edgeCount: i32;

  // @ts-ignore: decorator
  @inline private vertex(index: i32): usize {
    return changetype<usize>(this) + EPA_HEADER + (index as usize) * VERTEX;
  }
  // @ts-ignore: decorator
  @inline private w(index: i32): v128 {
    return v128.load(this.vertex(index));
  }
  // @ts-ignore: decorator
  @inline private face(index: i32): usize {
    return changetype<usize>(this) + EPA_HEADER + (MAX_VERTICES as usize) * VERTEX + (index as usize) * FACE;
  }
  // @ts-ignore: decorator
  @inline private get edges(): usize {
    return this.face(MAX_FACES);
  }

  run(gjk: Gjk): void {
    this.vertexCount = 0;
    this.faceCount = 0;
    const simplex = gjk.simplex;
    for (let i = 0; i < simplex.count; i++) this.copy(simplex.at(i));
    if (!this.tetrahedron(gjk)) return;
    this.depth = Infinity;
    while (true) {
      const nearest = this.nearestFace();
      if (nearest < 0) return;
      const plane = v128.load(this.face(nearest));
      const distance = V.w(plane);
      // Of no face is the surface nearer than this one: what was found before is the best there is.
      if (this.depth - distance <= TOLERANCE || this.vertexCount == MAX_VERTICES) return;
      const index = this.vertexCount;
      this.support(gjk, plane);
      // A plane of this normal proves that the way out is no longer than this.
      const reach = V.dot(plane, this.w(index));
      if (reach < this.depth) {
        this.depth = max<f32>(reach, 0);
        this.normal = V.neg(V.xyz(plane));
        this.witness(this.face(nearest));
      }
      if (reach - distance <= TOLERANCE) return;
      if (!this.grow(index)) {
        // Too small for 32 bits: it stays as it is.
        this.vertexCount--;
        store<f32>(this.face(nearest), Infinity, 12);
      }
    }
  }

  /** Where the normal through the origin meets a face, in terms of its vertices. */
  private witness(face: usize): void {
    const i = load<u8>(face, 16),
      j = load<u8>(face, 17),
      k = load<u8>(face, 18);
    const weights = nearestWeights(this.w(i), this.w(j), this.w(k));
    this.pointA = this.mix(i, j, k, weights, 16);
    this.pointB = this.mix(i, j, k, weights, 32);
  }

  private mix(i: i32, j: i32, k: i32, weights: v128, offset: usize): v128 {
    const first = V.scale(v128.load(this.vertex(i) + offset), V.x(weights));
    const second = V.addScaled(first, v128.load(this.vertex(j) + offset), V.y(weights));
    return V.addScaled(second, v128.load(this.vertex(k) + offset), V.z(weights));
  }

  private copy(from: usize): void {
    memory.copy(this.vertex(this.vertexCount++), from, VERTEX);
  }

  /** Adds the support of B − A along a direction. */
  private support(gjk: Gjk, direction: v128): void {
    const p = gjk.a.support(V.neg(direction)),
      q = gjk.supportB(direction);
    const at = this.vertex(this.vertexCount++);
    v128.store(at, V.xyz(V.sub(q, p)));
    v128.store(at, p, 16);
    v128.store(at, q, 32);
  }

  /** Makes a tetrahedron with some volume. False where B − A has none: then normal and depth are set. */
  private tetrahedron(gjk: Gjk): bool {
    if (this.vertexCount == 0) this.support(gjk, V.of(0, 1, 0));
    if (this.vertexCount == 4 && this.volumeOf() == 0) this.vertexCount = 3;
    if (this.vertexCount == 3 && this.areaOf() == 0) this.vertexCount = 2;
    if (this.vertexCount == 2 && V.lengthSquared(V.sub(this.w(1), this.w(0))) < 1e-10) this.vertexCount = 1;
    for (let i = 0; i < 6 && this.vertexCount < 2; i++) {
      const axis = V.unit(i >> 1);
      this.support(gjk, (i & 1) == 0 ? axis : V.neg(axis));
      if (V.lengthSquared(V.sub(this.w(1), this.w(0))) < 1e-10) this.vertexCount = 1;
    }
    if (this.vertexCount < 2) return this.flat(gjk, V.of(0, 1, 0));
    const along = V.normalize(V.xyz(V.sub(this.w(1), this.w(0))));
    const side = V.perpendicular(along);
    const other = V.xyz(V.cross(along, side));
    for (let i = 0; i < 4 && this.vertexCount < 3; i++) {
      const direction = i < 2 ? side : other;
      this.support(gjk, (i & 1) == 0 ? direction : V.neg(direction));
      if (this.areaOf() == 0) this.vertexCount = 2;
    }
    if (this.vertexCount < 3) return this.flat(gjk, side);
    const n = V.normalize(V.xyz(V.cross(V.sub(this.w(1), this.w(0)), V.sub(this.w(2), this.w(0)))));
    for (let i = 0; i < 2 && this.vertexCount < 4; i++) {
      this.support(gjk, i == 0 ? n : V.neg(n));
      if (this.volumeOf() == 0) this.vertexCount = 3;
    }
    if (this.vertexCount < 4) return this.flat(gjk, n);
    const turned = this.volumeOf() > 0;
    // Seen from outside every face runs counter-clockwise.
    this.addFace(0, turned ? 2 : 1, turned ? 1 : 2);
    this.addFace(0, turned ? 1 : 3, turned ? 3 : 1);
    this.addFace(1, turned ? 2 : 3, turned ? 3 : 2);
    this.addFace(2, turned ? 0 : 3, turned ? 3 : 0);
    return true;
  }

  /** 0 where the first three are as good as on a line. */
  private areaOf(): f32 {
    const u = V.sub(this.w(1), this.w(0)),
      v = V.sub(this.w(2), this.w(0));
    const area2 = V.lengthSquared(V.cross(u, v));
    return area2 > 1e-9 * V.lengthSquared(u) * V.lengthSquared(v) && area2 > 1e-18 ? area2 : 0;
  }

  /** Six times that of the first four, positive when the fourth is on the side that the first three turn to; 0 where they are as good as flat. */
  private volumeOf(): f32 {
    const n = V.normalize(V.xyz(V.cross(V.sub(this.w(1), this.w(0)), V.sub(this.w(2), this.w(0)))));
    const height = V.dot(n, V.sub(this.w(3), this.w(0)));
    return abs(height) > 1e-5 ? height : 0;
  }

  private flat(gjk: Gjk, normal: v128): bool {
    const gap = gjk.gapAlong(normal),
      other = gjk.gapAlong(V.neg(normal));
    this.normal = gap >= other ? normal : V.neg(normal);
    this.depth = max<f32>(0, -max(gap, other));
    this.pointA = gjk.a.support(this.normal);
    this.pointB = gjk.supportB(V.neg(this.normal));
    return false;
  }

  private nearestFace(): i32 {
    let best = -1,
      distance: f32 = Infinity;
    for (let i = 0; i < this.faceCount; i++) {
      const at = this.face(i);
      const d = load<f32>(at, 12);
      if (load<u8>(at, 19) != 0 && d < distance) {
        distance = d;
        best = i;
      }
    }
    return best;
  }

  private addFace(i: i32, j: i32, k: i32): void {
    const a = this.w(i);
    const n = V.cross(V.sub(this.w(j), a), V.sub(this.w(k), a));
    const length = V.length(n);
    const at = this.face(this.faceCount++);
    const unit = V.scale(n, length > 0 ? 1 / length : 0);
    // A face without area is kept for its edges, and never the nearest.
    v128.store(at, V.withW(unit, length > 1e-12 ? V.dot(unit, a) : Infinity));
    store<u8>(at, i as u8, 16);
    store<u8>(at, j as u8, 17);
    store<u8>(at, k as u8, 18);
    store<u8>(at, 1, 19);
  }

  /** Replaces the faces that the new vertex sees by faces to it. False where there is no room or nothing to see. */
  private grow(index: i32): bool {
    const w = this.w(index);
    this.edgeCount = 0;
    let seen = 0;
    for (let i = 0; i < this.faceCount; i++) {
      const at = this.face(i);
      const plane = v128.load(at);
      if (V.dot(plane, V.sub(w, this.w(load<u8>(at, 16)))) <= 1e-7) continue;
      store<u8>(at, 0, 19);
      seen++;
      this.toggle(load<u8>(at, 16), load<u8>(at, 17));
      this.toggle(load<u8>(at, 17), load<u8>(at, 18));
      this.toggle(load<u8>(at, 18), load<u8>(at, 16));
      if (this.edgeCount > MAX_EDGES - 4) return false;
    }
    if (seen == 0) return false;
    this.compact();
    if (this.faceCount + this.edgeCount > MAX_FACES) return false;
    for (let i = 0; i < this.edgeCount; i++) {
      const at = this.edges + ((i as usize) << 1);
      this.addFace(load<u8>(at), load<u8>(at, 1), index);
    }
    return true;
  }

  /** An edge of a face that goes; where its neighbour goes too, it is there the other way round, and both are left out. */
  private toggle(from: u8, to: u8): void {
    for (let i = 0; i < this.edgeCount; i++) {
      const at = this.edges + ((i as usize) << 1);
      if (load<u8>(at) == to && load<u8>(at, 1) == from) {
        store<u16>(at, load<u16>(this.edges + ((--this.edgeCount as usize) << 1)));
        return;
      }
    }
    const at = this.edges + ((this.edgeCount++ as usize) << 1);
    store<u8>(at, from);
    store<u8>(at, to, 1);
  }

  private compact(): void {
    let kept = 0;
    for (let i = 0; i < this.faceCount; i++) {
      const at = this.face(i);
      if (load<u8>(at, 19) == 0) continue;
      if (kept != i) memory.copy(this.face(kept), at, FACE);
      kept++;
    }
    this.faceCount = kept;
  }
}

export const EPA_HEADER: usize = 64;
export const EPA_SIZE: usize =
  EPA_HEADER + (MAX_VERTICES as usize) * VERTEX + (MAX_FACES as usize) * FACE + (MAX_EDGES as usize) * 2;
if (offsetof<Epa>() != EPA_HEADER) ERROR('EPA_HEADER is not the size of Epa');
