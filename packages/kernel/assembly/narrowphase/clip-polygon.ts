import { Contact } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Manifold } from './manifold';
import { VERTEX, reduce } from './reduce';

/** Vertices of a reference, and of an incident polygon before it is clipped. */
const MAX_SIDES: usize = 128;
/** Labels of the reference's sides start here; those of the incident's edges at 0. */
const SIDE: i32 = 128;

/**
 * Clips the incident feature of one shape, a polygon or a segment, against the sides of the reference feature of the other, and makes contact
 * points of what remains. Lies in the worker's scratch, CLIP_SIZE bytes. Use: `begin`, the vertices of both, then `run`.
 * All in one space whose world pose is given; a point's id is made of the edges that meet in it, so it stays the same from step to step.
 */
@unmanaged
export class PolygonClip {
  position: v128;
  rotation: v128;
  /** From the reference to the incident shape. */
  normal: v128;
  u: v128;
  v: v128;
  /** Height of the reference plane along the normal: constant, and rates along u and v. */
  plane: v128;
  /** Plane of the reference: normal, and offset in lane w. */
  surface: v128;
  /** 1 / (surface normal · normal). */
  steepness: f32;
  referenceCount: i32;
  incidentCount: i32;
  reserved: u32;

  // @ts-ignore: decorator
  @inline private get reference(): usize {
    return changetype<usize>(this) + CLIP_HEADER;
  }
  // @ts-ignore: decorator
  @inline private get incident(): usize {
    return changetype<usize>(this) + CLIP_HEADER + MAX_SIDES * VERTEX;
  }

  /** `surface`: plane of the reference feature; separations are measured along `normal`, from that plane. */
  begin(position: v128, rotation: v128, normal: v128, surface: v128): void {
    this.position = position;
    this.rotation = rotation;
    this.normal = normal;
    this.u = V.perpendicular(normal);
    this.v = V.xyz(V.cross(normal, this.u));
    this.surface = surface;
    this.steepness = 1 / V.dot(surface, normal);
    this.plane = V.scale(V.of(V.w(surface), -V.dot(surface, this.u), -V.dot(surface, this.v)), this.steepness);
    this.referenceCount = 0;
    this.incidentCount = 0;
  }

  /** Counter-clockwise, seen against the normal; two of them are a segment. */
  addReference(p: v128): void {
    const at = this.reference + (this.referenceCount++ as usize) * VERTEX;
    store<f32>(at, V.dot(p, this.u));
    store<f32>(at, V.dot(p, this.v), 4);
  }

  /** In either order; two of them are a segment. */
  addIncident(p: v128): void {
    const at = this.incident + (this.incidentCount as usize) * VERTEX;
    store<f32>(at, V.dot(p, this.u));
    store<f32>(at, V.dot(p, this.v), 4);
    store<f32>(at, (V.dot(this.surface, p) - V.w(this.surface)) * this.steepness, 8);
    store<i32>(at, this.incidentCount++, 12);
  }

  /**
   * Adds the points nearer than `reach`. `radius`: of both shapes together; `referenceRadius`: of the reference. `feature`: 16 bits that
   * tell the pair of features. `flip`: the reference belongs to B.
   */
  run(contact: Contact, radius: f32, referenceRadius: f32, reach: f32, feature: i32, flip: bool): void {
    const count = this.clip();
    // Each side that cuts a polygon moves it from one buffer to the other.
    const moved = this.incidentCount > 2 && (this.referenceCount & 1) == 1;
    const from = moved ? this.incident + 2 * MAX_SIDES * VERTEX : this.incident;
    let kept = 0;
    const to = this.incident + 4 * MAX_SIDES * VERTEX;
    for (let i = 0; i < count; i++) {
      const at = from + (i as usize) * VERTEX;
      const separation = load<f32>(at, 8) - radius;
      if (separation > reach) continue;
      const before = load<i32>(from + ((i == 0 ? count - 1 : i - 1) as usize) * VERTEX, 12);
      const target = to + (kept++ as usize) * VERTEX;
      v128.store(target, v128.load(at));
      store<f32>(target, separation, 8);
      store<i32>(target, (before << 8) | load<i32>(at, 12), 12);
    }
    if (kept == 0) return;
    kept = reduce(to, kept);
    const n = this.normal,
      plane = this.plane;
    contact.normal = V.xyz(Q.rotate(this.rotation, flip ? V.neg(n) : n));
    for (let i = 0; i < kept; i++) {
      const at = to + (i as usize) * VERTEX;
      const u = load<f32>(at),
        v = load<f32>(at, 4),
        separation = load<f32>(at, 8);
      const height = V.x(plane) + u * V.y(plane) + v * V.z(plane) + referenceRadius + 0.5 * separation;
      const p = V.addScaled(V.addScaled(V.scale(n, height), this.u, u), this.v, v);
      const world = V.add(this.position, Q.rotate(this.rotation, p));
      Manifold.add(contact, world, separation, (feature << 16) | load<i32>(at, 12));
    }
  }

  /** Returns how many vertices remain; they lie in `incident`, or in the buffer behind it after an odd number of cuts. */
  private clip(): i32 {
    const sides = this.referenceCount;
    const isSegment = this.incidentCount == 2;
    let count = this.incidentCount;
    let from = this.incident,
      to = from + 2 * MAX_SIDES * VERTEX;
    for (let i = 0; i < sides; i++) {
      const p = this.reference + (i as usize) * VERTEX,
        q = this.reference + ((i + 1 == sides ? 0 : i + 1) as usize) * VERTEX;
      const pu = load<f32>(p),
        pv = load<f32>(p, 4);
      const du = load<f32>(q) - pu,
        dv = load<f32>(q, 4) - pv;
      // Inward: to the left of a polygon's side, towards the other end of a segment.
      const nu = sides == 2 ? du : -dv,
        nv = sides == 2 ? dv : du;
      const offset = nu * pu + nv * pv;
      if (isSegment) {
        if (!cutSegment(from, nu, nv, offset, SIDE + i)) return 0;
        continue;
      }
      count = cutPolygon(from, to, count, nu, nv, offset, SIDE + i);
      if (count == 0) return 0;
      const swap = from;
      from = to;
      to = swap;
    }
    return count;
  }
}

export const CLIP_HEADER: usize = 128;
/** Reference, incident twice with room for what the cuts add, and what is kept. */
export const CLIP_SIZE: usize = CLIP_HEADER + 7 * MAX_SIDES * VERTEX;
if (offsetof<PolygonClip>() != CLIP_HEADER) ERROR('CLIP_HEADER is not the size of PolygonClip');

/** Sutherland and Hodgman (1974), one side: keeps what has nu u + nv v ≥ offset. */
function cutPolygon(from: usize, to: usize, count: i32, nu: f32, nv: f32, offset: f32, label: i32): i32 {
  let out = 0;
  let a = from + ((count - 1) as usize) * VERTEX;
  let da = nu * load<f32>(a) + nv * load<f32>(a, 4) - offset;
  for (let i = 0; i < count; i++) {
    const b = from + (i as usize) * VERTEX;
    const db = nu * load<f32>(b) + nv * load<f32>(b, 4) - offset;
    if (da >= 0 != db >= 0) {
      const cut = to + (out++ as usize) * VERTEX;
      const p = v128.load(a);
      v128.store(cut, V.addScaled(p, V.sub(v128.load(b), p), da / (da - db)));
      // Behind a cut that leaves comes the side; behind one that enters goes on the edge of a.
      store<i32>(cut, da >= 0 ? label : load<i32>(a, 12), 12);
    }
    if (db >= 0) v128.store(to + (out++ as usize) * VERTEX, v128.load(b));
    a = b;
    da = db;
  }
  return out;
}

/** The same for a segment, in place. False when nothing is left. */
function cutSegment(at: usize, nu: f32, nv: f32, offset: f32, label: i32): bool {
  const a = at,
    b = at + VERTEX;
  const da = nu * load<f32>(a) + nv * load<f32>(a, 4) - offset,
    db = nu * load<f32>(b) + nv * load<f32>(b, 4) - offset;
  if (da < 0 && db < 0) return false;
  if (da >= 0 && db >= 0) return true;
  const p = v128.load(a);
  const cut = V.addScaled(p, V.sub(v128.load(b), p), da / (da - db));
  const target = da < 0 ? a : b;
  v128.store(target, cut);
  store<i32>(target, label, 12);
  return true;
}
