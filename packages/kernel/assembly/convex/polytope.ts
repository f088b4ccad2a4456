import { ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
import { Hull, PLANE_GROUP, VERTEX_GROUP } from '../shapes/hull';
import { V } from '../math/vec';
import { W } from '../math/wide';

/** Vertices, planes, edges and faces somewhere: a hull, a box or a triangle in one form. In its own space. POLYTOPE_SIZE bytes of the caller. */
@unmanaged
export class Polytope {
  /** World pose. */
  position: v128;
  rotation: v128;
  /** Some point inside. */
  center: v128;
  /** Groups of four, as in a hull. */
  vertices: usize;
  planes: usize;
  /** As in a hull: four u8 an edge, two u16 a face, u8 a loop entry. */
  edges: usize;
  faces: usize;
  loops: usize;
  vertexCount: i32;
  faceCount: i32;
  edgeCount: i32;
  /** Around it, m. */
  radius: f32;
  reserved0: u32;
  reserved1: u64;

  /** A hull or a box. */
  setCollider(collider: Collider): void {
    if (collider.shape == ShapeType.Box) this.setBox(collider.size);
    else this.setHull(collider.geometry);
    this.position = collider.position;
    this.rotation = collider.rotation;
    this.radius = collider.rounding;
  }

  setHull(hull: usize): void {
    const header = Hull.header(hull);
    this.vertices = hull + header.vertices;
    this.planes = hull + header.planes;
    this.edges = hull + header.edges;
    this.faces = hull + header.faces;
    this.loops = hull + header.loops;
    this.vertexCount = header.vertexCount;
    this.faceCount = header.faceCount;
    this.edgeCount = header.edgeCount;
    this.center = V.of(header.centerX, header.centerY, header.centerZ);
  }

  /** Vertex i has the signs of the bits of i; faces are +x, −x, +y, −y, +z, −z. */
  setBox(half: v128): void {
    const own = changetype<usize>(this) + POLYTOPE_HEADER;
    const x = f32x4.splat(V.x(half)),
      y = f32x4.splat(V.y(half)),
      z = f32x4.splat(V.z(half));
    const flipX = f32x4(-0.0, 0.0, -0.0, 0.0),
      flipY = f32x4(-0.0, -0.0, 0.0, 0.0);
    for (let group: usize = 0; group < 2; group++) {
      const at = own + group * VERTEX_GROUP;
      v128.store(at, v128.xor(x, flipX));
      v128.store(at, v128.xor(y, flipY), 16);
      v128.store(at, group == 0 ? V.neg(z) : z, 32);
    }
    const planes = own + 2 * VERTEX_GROUP;
    v128.store(planes, f32x4(1, -1, 0, 0));
    v128.store(planes, f32x4(0, 0, 1, -1), 16);
    v128.store(planes, f32x4(0, 0, 0, 0), 32);
    v128.store(planes, v128.shuffle<f32>(half, half, 0, 0, 1, 1), 48);
    // The last plane is repeated.
    v128.store(planes, f32x4(0, 0, 0, 0), 64);
    v128.store(planes, f32x4(0, 0, 0, 0), 80);
    v128.store(planes, f32x4(1, -1, -1, -1), 96);
    v128.store(planes, z, 112);
    this.vertices = own;
    this.planes = planes;
    // prettier-ignore
    this.edges = memory.data<u8>([
      1, 3, 0, 5, 3, 7, 0, 2, 7, 5, 0, 4, 5, 1, 0, 3, 0, 4, 1, 3, 4, 6, 1, 4,
      6, 2, 1, 2, 2, 0, 1, 5, 0, 1, 3, 5, 5, 4, 3, 4, 6, 7, 2, 4, 3, 2, 2, 5,
    ]);
    this.faces = memory.data<u16>([0, 4, 4, 4, 8, 4, 12, 4, 16, 4, 20, 4]);
    // prettier-ignore
    this.loops = memory.data<u8>([
      1, 3, 7, 5, 0, 4, 6, 2, 2, 6, 7, 3, 0, 1, 5, 4, 4, 5, 7, 6, 0, 2, 3, 1,
    ]);
    this.vertexCount = 8;
    this.faceCount = 6;
    this.edgeCount = 12;
    this.center = V.zero();
  }

  /** A flat polytope of two faces; face 0 is seen counter-clockwise. Vertices in the space of `position` and `rotation`, which the caller sets. */
  setTriangle(a: v128, b: v128, c: v128, radius: f32): void {
    const own = changetype<usize>(this) + POLYTOPE_HEADER;
    store4(own, V.x(a), V.x(b), V.x(c), V.x(c));
    store4(own + 16, V.y(a), V.y(b), V.y(c), V.y(c));
    store4(own + 32, V.z(a), V.z(b), V.z(c), V.z(c));
    const n = V.normalize(V.xyz(V.cross(V.sub(b, a), V.sub(c, a))));
    const d = V.dot(n, a);
    const planes = own + VERTEX_GROUP;
    store4(planes, V.x(n), -V.x(n), -V.x(n), -V.x(n));
    store4(planes + 16, V.y(n), -V.y(n), -V.y(n), -V.y(n));
    store4(planes + 32, V.z(n), -V.z(n), -V.z(n), -V.z(n));
    store4(planes + 48, d, -d, -d, -d);
    this.vertices = own;
    this.planes = planes;
    this.edges = memory.data<u8>([0, 1, 0, 1, 1, 2, 0, 1, 2, 0, 0, 1]);
    this.faces = memory.data<u16>([0, 3, 3, 3]);
    this.loops = memory.data<u8>([0, 1, 2, 0, 2, 1]);
    this.vertexCount = 3;
    this.faceCount = 2;
    this.edgeCount = 3;
    this.center = V.scale(V.add(V.add(a, b), c), 1.0 / 3.0);
    this.radius = radius;
  }

  // @ts-ignore: decorator
  @inline vertex(index: i32): v128 {
    return Hull.vertex(this.vertices, index);
  }
  // @ts-ignore: decorator
  @inline plane(index: i32): v128 {
    return Hull.plane(this.planes, index);
  }
  // @ts-ignore: decorator
  @inline support(direction: v128): v128 {
    return this.vertex(Hull.support(this.vertices, this.vertexCount, direction));
  }
  // @ts-ignore: decorator
  @inline get vertexGroups(): i32 {
    return (this.vertexCount + 3) >> 2;
  }
  // @ts-ignore: decorator
  @inline get planeGroups(): i32 {
    return (this.faceCount + 3) >> 2;
  }
  // @ts-ignore: decorator
  @inline loopStart(face: i32): usize {
    return this.loops + load<u16>(this.faces + ((face as usize) << 2));
  }
  // @ts-ignore: decorator
  @inline loopCount(face: i32): i32 {
    return load<u16>(this.faces + ((face as usize) << 2), 2);
  }
}

export const POLYTOPE_HEADER: usize = 96;
/** With the vertices and planes of a box or triangle. */
export const POLYTOPE_SIZE: usize = POLYTOPE_HEADER + 2 * VERTEX_GROUP + 2 * PLANE_GROUP;
if (offsetof<Polytope>() != POLYTOPE_HEADER) ERROR('POLYTOPE_HEADER is not the size of Polytope');

/** The face whose normal lies most along a direction of the polytope's own space. */
export function mostAlong(polytope: Polytope, direction: v128): i32 {
  return mostAlongPlanes(polytope.planes, polytope.planeGroups, direction);
}

export function mostAlongPlanes(planes: usize, groups: i32, direction: v128): i32 {
  const x = f32x4.splat(V.x(direction)),
    y = f32x4.splat(V.y(direction)),
    z = f32x4.splat(V.z(direction));
  let best = f32x4.splat(-Infinity),
    bestIndex = i32x4.splat(0),
    index = i32x4(0, 1, 2, 3);
  for (let i = 0; i < groups; i++) {
    const along = W.dot(x, y, z, v128.load(planes), v128.load(planes, 16), v128.load(planes, 32));
    const more = f32x4.gt(along, best);
    best = v128.bitselect(along, best, more);
    bestIndex = v128.bitselect(index, bestIndex, more);
    index = i32x4.add(index, i32x4.splat(4));
    planes += PLANE_GROUP;
  }
  return Hull.firstMax(best, bestIndex);
}

function store4(at: usize, a: f32, b: f32, c: f32, d: f32): void {
  store<f32>(at, a);
  store<f32>(at, b, 4);
  store<f32>(at, c, 8);
  store<f32>(at, d, 12);
}
