import { Polytope } from '../convex/polytope';
import { Hull, PLANE_GROUP, VERTEX_GROUP } from '../shapes/hull';
import { M } from '../math/mat';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { W } from '../math/wide';
import { Tuning } from '../constants';

/** A face of last time must be beaten by edges by this much, m: faces give steadier manifolds... */
export const EDGE_BIAS: f32 = 0.2 * Tuning.LINEAR_SLOP;
/** ...and by a face of the other shape by this much, m. */
export const KEEP_BIAS: f32 = 0.1 * Tuning.LINEAR_SLOP;
/** And any face by edges, m. */
export const FACE_BIAS: f32 = 5e-5;
/**
 * Cosine: where the axis of two edges is this close to a face's normal, the face is tried, too. What lies across an edge touches it where it comes in
 * under the face and where it goes out, and would rock from the one to the other if each stood alone.
 */
export const BESIDE_FACE: f32 = 0.998;
/** Edges closer to parallel than this (sine squared, about 0.15°) have no axis that 32 bits tell well, and a face is as good. */
export const PARALLEL: f32 = 7e-6;

/** Where an axis comes from: in the high half of its code; below it the face, or the edge of A << 8 and the edge of B. */
export namespace Axis {
  export const FACE_A: i32 = 1 << 16;
  export const FACE_B: i32 = 2 << 16;
  export const EDGES: i32 = 3 << 16;
}

/**
 * The separating axis test of two polytopes, in the space of A. Lies in the worker's scratch, SAT_SIZE bytes.
 * Faces against supports; then edges whose arcs on the Gauss maps of A and −B cross.
 * Source: D. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013). The bound that leaves edges out is Atoll's own: see `worthTrying`.
 */
@unmanaged
export class SeparatingAxes {
  /** From B to A: columns. */
  toA0: v128;
  toA1: v128;
  toA2: v128;
  /** Of B in A. */
  position: v128;
  /** Of the best axis: from A to B, unit length. */
  normal: v128;
  /** Of the best pair of edges, where it has a greater gap than any face. */
  edgeNormal: v128;
  a: Polytope;
  b: Polytope;
  /** Of the best axis: gap of the cores. */
  gap: f32;
  /** Its code. */
  axis: i32;
  edgeGap: f32;
  /** Its code; 0 where there is none. */
  edgeAxis: i32;
  // Places in the scratch: B's vertices and planes in A's space; for each face the gap and the support vertex (f32, i32); edges left.
  vertices: usize;
  planes: usize;
  gapsA: usize;
  gapsB: usize;
  edgesA: usize;
  edgesB: usize;
  /** 1: the axis is that of last time, and another one is better. */
  isKept: i32;
  /** The greatest gap found, that of an axis that is not kept too. */
  best: f32;
  reserved1: u64;

  begin(a: Polytope, b: Polytope): void {
    this.a = a;
    this.b = b;
    const inverse = Q.conjugate(a.rotation);
    this.position = V.xyz(Q.rotate(inverse, V.sub(b.position, a.position)));
    const turn = Q.multiply(inverse, b.rotation);
    this.toA0 = V.xyz(Q.axisX(turn));
    this.toA1 = V.xyz(Q.axisY(turn));
    this.toA2 = V.xyz(Q.axisZ(turn));
    let at = changetype<usize>(this) + offsetof<SeparatingAxes>();
    this.vertices = at;
    at += (b.vertexGroups as usize) * VERTEX_GROUP;
    this.planes = at;
    at += (b.planeGroups as usize) * PLANE_GROUP;
    this.gapsA = at;
    at += (a.faceCount as usize) << 3;
    this.gapsB = at;
    at += (b.faceCount as usize) << 3;
    this.edgesA = at;
    at += (a.edgeCount + 1) as usize;
    this.edgesB = at;
  }

  /** Gap along the axis of last time; −∞ where there is none. Costs a support or two. */
  gapOf(code: i32): f32 {
    const a = this.a,
      b = this.b;
    const kind = code & 0x7fff0000,
      index = code & 0xffff;
    if (kind == Axis.FACE_A) {
      if (index >= a.faceCount) return -Infinity;
      const plane = a.plane(index);
      const p = this.toA(b.support(this.toB(V.neg(plane))));
      return V.dot(plane, p) - V.w(plane);
    }
    if (kind == Axis.FACE_B) {
      if (index >= b.faceCount) return -Infinity;
      const plane = b.plane(index);
      const n = M.apply(this.toA0, this.toA1, this.toA2, plane);
      const p = a.support(V.neg(n));
      return V.dot(n, V.sub(p, this.position)) - V.w(plane);
    }
    if (kind == Axis.EDGES) {
      const edgeA = index >> 8,
        edgeB = index & 255;
      if (edgeA >= a.edgeCount || edgeB >= b.edgeCount) return -Infinity;
      const atA = a.edges + ((edgeA as usize) << 2),
        atB = b.edges + ((edgeB as usize) << 2);
      const pA = a.vertex(load<u8>(atA)),
        dA = V.sub(a.vertex(load<u8>(atA, 1)), pA);
      const dB = M.apply(this.toA0, this.toA1, this.toA2, V.sub(b.vertex(load<u8>(atB, 1)), b.vertex(load<u8>(atB))));
      let n = V.xyz(V.cross(dA, dB));
      const length2 = V.lengthSquared(n);
      if (length2 < PARALLEL * V.lengthSquared(dA) * V.lengthSquared(dB)) return -Infinity;
      n = V.scale(n, 1 / sqrt<f32>(length2));
      if (V.dot(n, V.sub(pA, a.center)) < 0) n = V.neg(n);
      return V.dot(n, V.sub(this.toA(b.support(this.toB(V.neg(n)))), a.support(n)));
    }
    return -Infinity;
  }

  /**
   * Finds the axis of the greatest gap, with a preference for faces of the shape whose face it was last time, `cached`. False once an axis keeps the cores
   * farther apart than `far`: it is in `axis`, for the next step, and its gap in `gap`.
   */
  search(far: f32, cached: i32): bool {
    this.transform();
    const a = this.a,
      b = this.b;
    const faceA = facesAgainst(a.planes, a.faceCount, this.vertices, b.vertexGroups, this.gapsA);
    const gapA = load<f32>(this.gapsA + ((faceA as usize) << 3));
    if (gapA > far) {
      this.axis = Axis.FACE_A | faceA;
      this.gap = gapA;
      return false;
    }
    const faceB = facesAgainst(this.planes, b.faceCount, a.vertices, a.vertexGroups, this.gapsB);
    const gapB = load<f32>(this.gapsB + ((faceB as usize) << 3));
    if (gapB > far) {
      this.axis = Axis.FACE_B | faceB;
      this.gap = gapB;
      return false;
    }
    const face = max(gapA, gapB);
    // Nothing rests on what is apart.
    const kind = face > FACE_BIAS ? 0 : cached & 0x7fff0000;
    const keepA = kind == Axis.FACE_A,
      keepB = kind == Axis.FACE_B;
    const useB = gapB > gapA + (keepA ? KEEP_BIAS : keepB ? -KEEP_BIAS : 0);
    if (useB) {
      this.axis = Axis.FACE_B | faceB;
      this.normal = V.neg(V.xyz(Hull.plane(this.planes, faceB)));
      this.gap = gapB;
    } else {
      this.axis = Axis.FACE_A | faceA;
      this.normal = V.xyz(a.plane(faceA));
      this.gap = gapA;
    }
    if (!this.searchEdges(far, face)) return false;
    const best = this.edgeAxis != 0 ? max(face, this.edgeGap) : face;
    const kept = (keepA || keepB) && best <= FACE_BIAS ? max(face + EDGE_BIAS, 0.95 * face) : face + FACE_BIAS;
    if (this.edgeAxis != 0 && this.edgeGap > kept) this.takeEdges();
    this.best = best;
    this.isKept = this.gap < best - FACE_BIAS ? 1 : 0;
    return true;
  }

  /** Makes the best pair of edges the best axis of all. */
  takeEdges(): void {
    this.axis = this.edgeAxis;
    this.normal = this.edgeNormal;
    this.gap = this.edgeGap;
  }

  /** B's deepest vertex under a face of A; after `search`. */
  supportOfB(face: i32): v128 {
    return Hull.vertex(this.vertices, load<i32>(this.gapsA + ((face as usize) << 3), 4));
  }
  /** A's deepest vertex under a face of B. */
  supportOfA(face: i32): v128 {
    return this.a.vertex(load<i32>(this.gapsB + ((face as usize) << 3), 4));
  }

  /** B's vertices and planes into the space of A. */
  // @ts-ignore: decorator
  @inline private transform(): void {
    const b = this.b;
    const m = this.toA0,
      n = this.toA1,
      o = this.toA2,
      t = this.position;
    const m0 = W.x(m),
      m1 = W.y(m),
      m2 = W.z(m);
    const n0 = W.x(n),
      n1 = W.y(n),
      n2 = W.z(n);
    const o0 = W.x(o),
      o1 = W.y(o),
      o2 = W.z(o);
    const t0 = W.x(t),
      t1 = W.y(t),
      t2 = W.z(t);
    let from = b.vertices,
      to = this.vertices;
    for (let i = 0; i < b.vertexGroups; i++) {
      const x = v128.load(from),
        y = v128.load(from, 16),
        z = v128.load(from, 32);
      v128.store(to, f32x4.add(t0, W.dot(m0, n0, o0, x, y, z)));
      v128.store(to, f32x4.add(t1, W.dot(m1, n1, o1, x, y, z)), 16);
      v128.store(to, f32x4.add(t2, W.dot(m2, n2, o2, x, y, z)), 32);
      from += VERTEX_GROUP;
      to += VERTEX_GROUP;
    }
    from = b.planes;
    to = this.planes;
    for (let i = 0; i < b.planeGroups; i++) {
      const x = v128.load(from),
        y = v128.load(from, 16),
        z = v128.load(from, 32);
      const nx = W.dot(m0, n0, o0, x, y, z),
        ny = W.dot(m1, n1, o1, x, y, z),
        nz = W.dot(m2, n2, o2, x, y, z);
      v128.store(to, nx);
      v128.store(to, ny, 16);
      v128.store(to, nz, 32);
      v128.store(to, f32x4.add(v128.load(from, 48), W.dot(nx, ny, nz, t0, t1, t2)), 48);
      from += PLANE_GROUP;
      to += PLANE_GROUP;
    }
  }

  /** Looks for a pair of edges whose gap is above `best`. */
  // @ts-ignore: decorator
  @inline private searchEdges(far: f32, best: f32): bool {
    const a = this.a,
      b = this.b;
    this.edgeAxis = 0;
    // Scaled vectors of an arc are longer than the unit one, so a bound holds for what is not above 0.
    const bound = min<f32>(best, 0);
    const countA = worthTrying(
      a.edges,
      a.edgeCount,
      a.vertices,
      a.planes,
      this.vertices,
      this.gapsA,
      bound,
      this.edgesA,
    );
    if (countA == 0) return true;
    const countB = worthTrying(
      b.edges,
      b.edgeCount,
      this.vertices,
      this.planes,
      a.vertices,
      this.gapsB,
      bound,
      this.edgesB,
    );
    for (let i = 0; i < countA; i++) {
      const edgeA = load<u8>(this.edgesA + (i as usize)) as i32;
      const atA = a.edges + ((edgeA as usize) << 2);
      const pA = a.vertex(load<u8>(atA)),
        dA = V.sub(a.vertex(load<u8>(atA, 1)), pA);
      const leftA = a.plane(load<u8>(atA, 2)),
        rightA = a.plane(load<u8>(atA, 3));
      const lengthA = V.lengthSquared(dA);
      for (let j = 0; j < countB; j++) {
        const edgeB = load<u8>(this.edgesB + (j as usize)) as i32;
        const atB = b.edges + ((edgeB as usize) << 2);
        const leftB = V.dot(Hull.plane(this.planes, load<u8>(atB, 2)), dA),
          rightB = V.dot(Hull.plane(this.planes, load<u8>(atB, 3)), dA);
        if (leftB * rightB >= 0) continue;
        const pB = Hull.vertex(this.vertices, load<u8>(atB)),
          dB = V.sub(Hull.vertex(this.vertices, load<u8>(atB, 1)), pB);
        const left = V.dot(leftA, dB),
          right = V.dot(rightA, dB);
        if (left * right >= 0 || leftB * right >= 0) continue;
        let n = V.xyz(V.cross(dA, dB));
        const length2 = V.lengthSquared(n);
        if (length2 < PARALLEL * lengthA * V.lengthSquared(dB)) continue;
        n = V.scale(n, 1 / sqrt<f32>(length2));
        if (V.dot(n, V.sub(pA, a.center)) < 0) n = V.neg(n);
        const gap = V.dot(n, V.sub(pB, pA));
        if (gap <= best) continue;
        best = gap;
        this.edgeGap = gap;
        this.edgeNormal = n;
        this.edgeAxis = Axis.EDGES | (edgeA << 8) | edgeB;
        if (gap > far) {
          this.takeEdges();
          return false;
        }
      }
    }
    return true;
  }

  // @ts-ignore: decorator
  @inline toA(p: v128): v128 {
    return V.add(this.position, M.apply(this.toA0, this.toA1, this.toA2, p));
  }
  // @ts-ignore: decorator
  @inline toB(direction: v128): v128 {
    return V.of(V.dot(this.toA0, direction), V.dot(this.toA1, direction), V.dot(this.toA2, direction));
  }
}

/** Upper bound for hulls of 128 vertices and 128 faces. */
export const SAT_SIZE: usize = 128 + 32 * VERTEX_GROUP + 32 * PLANE_GROUP + 2 * 128 * 8 + 512;

/** Gap and support vertex of each plane against vertices; returns the plane of the greatest gap. */
function facesAgainst(planes: usize, count: i32, vertices: usize, groups: i32, out: usize): i32 {
  let best: f32 = -Infinity,
    bestFace = 0;
  const end = vertices + (groups as usize) * VERTEX_GROUP;
  for (let face = 0; face < count; face++) {
    const at = planes + ((face >> 2) as usize) * PLANE_GROUP + (((face & 3) as usize) << 2);
    const x = v128.load32_splat(at),
      y = v128.load32_splat(at, 16),
      z = v128.load32_splat(at, 32);
    let least = f32x4.splat(Infinity),
      indices = i32x4.splat(0),
      index = i32x4(0, 1, 2, 3);
    for (let vertex = vertices; vertex < end; vertex += VERTEX_GROUP) {
      const along = W.dot(x, y, z, v128.load(vertex), v128.load(vertex, 16), v128.load(vertex, 32));
      const less = f32x4.lt(along, least);
      least = v128.bitselect(along, least, less);
      indices = v128.bitselect(index, indices, less);
      index = i32x4.add(index, i32x4.splat(4));
    }
    const a = f32x4.pmin(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1));
    const gap = f32x4.extract_lane(f32x4.pmin(a, v128.shuffle<f32>(a, a, 1, 0, 3, 2)), 0) - load<f32>(at, 48);
    store<f32>(out + ((face as usize) << 3), gap);
    store<i32>(out + ((face as usize) << 3), Hull.firstMax(f32x4.neg(least), indices), 4);
    if (gap > best) {
      best = gap;
      bestFace = face;
    }
  }
  return bestFace;
}

/**
 * Edges that may give a gap above `bound` (at most 0). With n = s l + t r between the normals l and r of the edge's faces, unit length, s + t ≥ 1;
 * the gap along n is at most n·(v − p) for any vertex v of the other and a point p of the edge, so at most (s + t) max(l·(v − p), r·(v − p)).
 * Tried with the supports of both faces, this leaves only the edges around the place where the shapes meet.
 */
function worthTrying(
  edges: usize,
  count: i32,
  vertices: usize,
  planes: usize,
  others: usize,
  gaps: usize,
  bound: f32,
  out: usize,
): i32 {
  let kept: usize = 0;
  for (let i = 0; i < count; i++) {
    const at = edges + ((i as usize) << 2);
    const left = load<u8>(at, 2) as usize,
      right = load<u8>(at, 3) as usize;
    // Between the two faces of a triangle no combination gives the normals of its edges.
    if (count == 3) {
      store<u8>(out + kept++, i as u8);
      continue;
    }
    const p = Hull.vertex(vertices, load<u8>(at));
    const vLeft = V.sub(Hull.vertex(others, load<i32>(gaps + (left << 3), 4)), p);
    if (load<f32>(gaps + (left << 3)) <= bound && V.dot(Hull.plane(planes, right as i32), vLeft) <= bound) continue;
    const vRight = V.sub(Hull.vertex(others, load<i32>(gaps + (right << 3), 4)), p);
    if (load<f32>(gaps + (right << 3)) <= bound && V.dot(Hull.plane(planes, left as i32), vRight) <= bound) continue;
    store<u8>(out + kept++, i as u8);
  }
  return kept as i32;
}
