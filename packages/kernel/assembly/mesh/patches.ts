import { V } from '../math/vec';
import { Tuning } from '../constants';
import { Facet } from './facet';

/** Points of one normal are one patch: this cosine, about 5°, counts as one normal. */
const SAME_NORMAL: f32 = 0.996;
/** Where there are too many patches, this cosine, about 25°, counts as about one normal. */
const ABOUT: f32 = 0.9;
const MAX_PATCHES: i32 = 8;
const MAX_POINTS: i32 = 16;
/** Label of the one deepest point of a shape. */
export const TIP: i32 = 100;
/** Position with the separation in lane w, then the id. */
const POINT: usize = 32;

/** Depths this close are one, m. */
const LEVEL: f32 = 0.001;

/** What a convex shape touches along about one normal. */
@unmanaged
export class Patch {
  /** From the surface, at the deepest point. Lane w: that point's separation. */
  normal: v128;
  count: i32;
  /** 1: the shape's centre lies behind every triangle of it. */
  behind: i32;
  /** Manifold of the last step that it follows, or NONE. */
  heir: i32;
  reserved: u32;

  // @ts-ignore: decorator
  @inline at(index: i32): usize {
    return changetype<usize>(this) + offsetof<Patch>() + (index as usize) * POINT;
  }
  // @ts-ignore: decorator
  @inline position(index: i32): v128 {
    return v128.load(this.at(index));
  }
  // @ts-ignore: decorator
  @inline id(index: i32): i32 {
    return load<i32>(this.at(index), 16);
  }

  /** A point, its separation in lane w. Of those nearer to each other than `merge`, m², one stays. */
  add(point: v128, id: i32, merge: f32): void {
    for (let i = 0; i < this.count; i++) {
      const other = this.position(i);
      if (V.lengthSquared(V.sub(other, point)) > merge) continue;
      // Neighbours give the same point of a shared edge.
      if (V.w(point) < V.w(other)) v128.store(this.at(i), point);
      return;
    }
    if (this.count == MAX_POINTS) this.reduce();
    const at = this.at(this.count++);
    v128.store(at, point);
    store<i32>(at, id, 16);
  }

  /** How much a point counts where four must do: all that is about as deep as the deepest in full, what is almost out of reach hardly. */
  // @ts-ignore: decorator
  @inline private weight(index: i32): f32 {
    const above = V.w(this.position(index)) - V.w(this.normal) - LEVEL;
    return 1 - 0.95 * min<f32>(1, max<f32>(0, above) / Tuning.SPECULATIVE_DISTANCE);
  }

  private farthest(from: i32): i32 {
    const origin = this.position(from);
    let found = from,
      most: f32 = 0;
    for (let i = 0; i < this.count; i++) {
      const distance = this.weight(i) * V.length(V.xyz(V.sub(this.position(i), origin)));
      if (distance > most) {
        most = distance;
        found = i;
      }
    }
    return found;
  }

  /** Keeps four well spread points: the deepest, the farthest from it, then the farthest to either side of the line between them. */
  reduce(): void {
    const count = this.count;
    if (count <= Tuning.MANIFOLD_POINTS) return;
    let first = 0;
    for (let i = 1; i < count; i++) if (V.w(this.position(i)) < V.w(this.position(first)) - 1e-4) first = i;
    const second = this.farthest(first);
    // The other end, unless it is much shallower: of points in line the deepest may lie between.
    const end = this.farthest(second);
    if (V.w(this.position(end)) < V.w(this.position(first)) + LEVEL) first = end;
    const origin = this.position(first);
    const most = V.lengthSquared(V.sub(this.position(second), origin));
    const across = V.cross(this.normal, V.sub(this.position(second), origin));
    // Points in line have no side; which of them lies off it is rounding.
    const width: f32 = 1e-3 * most;
    let left = -1,
      right = -1,
      leftMost = width,
      rightMost = -width;
    for (let i = 0; i < count; i++) {
      if (i == first || i == second) continue;
      const side = this.weight(i) * V.dot(across, V.sub(this.position(i), origin));
      if (side > leftMost) {
        leftMost = side;
        left = i;
      }
      if (side < rightMost) {
        rightMost = side;
        right = i;
      }
    }
    // A fifth would be the end of a line with points on both sides of it.
    const wanted = left >= 0 && right >= 0 ? first : end;
    // In the order they came, so that the solver's order does not depend on which was deepest.
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (i != first && i != second && i != wanted && i != left && i != right) continue;
      const from = this.at(i),
        to = this.at(kept++);
      v128.store(to, v128.load(from));
      store<i32>(to, load<i32>(from, 16), 16);
    }
    this.count = kept;
  }
}

export const PATCH_SIZE: usize = offsetof<Patch>() + (MAX_POINTS as usize) * POINT;

/** Gathers contact points of many triangles, by normal. */
@unmanaged
export class Patches {
  count: i32;
  /** Points nearer to each other than this are one. m² */
  merge: f32;
  /** 1: a point may be pushed along another's normal, if that is about its own. A round shape would be made to roll. */
  joins: u32;
  reserved: u32;
  /** The shape's deepest point behind a triangle that it has come through, midway to that. Lane w: its separation, −Infinity of none. */
  strayPoint: v128;
  strayNormal: v128;

  // @ts-ignore: decorator
  @inline at(index: i32): Patch {
    return changetype<Patch>(changetype<usize>(this) + offsetof<Patches>() + (index as usize) * PATCH_SIZE);
  }

  start(extent: f32, joins: bool): void {
    this.count = 0;
    this.joins = joins ? 1 : 0;
    this.merge = 1e-4 * extent * extent;
    this.strayPoint = f32x4.splat(-Infinity);
  }

  /** A point midway between the surfaces. `normal`: from the surface. */
  add(position: v128, separation: f32, normal: v128, id: i32, behind: i32): void {
    let best = -1,
      alike: f32 = -2;
    for (let i = 0; i < this.count; i++) {
      const cosine = V.dot(this.at(i).normal, normal);
      if (cosine > alike) {
        alike = cosine;
        best = i;
      }
    }
    if (alike < SAME_NORMAL) {
      best = this.count++;
      const fresh = this.at(best);
      fresh.count = 0;
      fresh.behind = 1;
      fresh.normal = V.withW(normal, Infinity);
    }
    const patch = this.at(best);
    if (separation < V.w(patch.normal)) patch.normal = V.withW(normal, separation);
    patch.behind &= behind;
    patch.add(V.withW(position, separation), id, this.merge);
    if (this.count > MAX_PATCHES) this.giveUpOne();
  }

  /**
   * A triangle that the shape has come through. Where no triangle has points, the one that it is the least behind pushes it back: beneath a hollow
   * edge there is a wedge that each triangle takes to lie behind the other.
   */
  stray(facet: Facet, tip: v128, radius: f32): void {
    const n = facet.normal;
    const separation = V.dot(n, tip) - V.w(n) - radius;
    if (separation <= V.w(this.strayPoint)) return;
    this.strayPoint = V.withW(V.addScaled(tip, n, -radius - 0.5 * separation), separation);
    this.strayNormal = V.xyz(n);
  }

  /**
   * One patch less. Two of about one normal become one, if points may be pushed along another's normal: what bears the shape on one side must
   * not be lost for what bears it on the other. Else, while some do not touch, the shallowest goes. Of those that touch it is one that another
   * does the work of: the shallower of the two whose normals are most alike. The deepest may all lie on one side, and would push a ball through
   * the other side of a ring.
   */
  private giveUpOne(): void {
    const count = this.count;
    let shallowest = 0,
      first = 0,
      second = 1,
      alike: f32 = -2;
    for (let i = 0; i < count; i++) {
      const patch = this.at(i);
      if (V.w(patch.normal) > V.w(this.at(shallowest).normal)) shallowest = i;
      for (let j = i + 1; j < count; j++) {
        const cosine = V.dot(patch.normal, this.at(j).normal);
        if (cosine <= alike) continue;
        alike = cosine;
        first = i;
        second = j;
      }
    }
    const one = this.at(first),
      other = this.at(second);
    if (this.joins != 0 && alike > ABOUT && one.behind == other.behind) {
      for (let i = 0; i < other.count; i++) one.add(other.position(i), other.id(i), this.merge);
      if (V.w(other.normal) < V.w(one.normal)) one.normal = other.normal;
      this.remove(second);
    } else if (V.w(this.at(shallowest).normal) > Tuning.LINEAR_SLOP) this.remove(shallowest);
    else this.remove(V.w(one.normal) > V.w(other.normal) ? first : second);
  }

  private remove(index: i32): void {
    this.count--;
    for (let i = index; i < this.count; i++)
      memory.copy(changetype<usize>(this.at(i)), changetype<usize>(this.at(i + 1)), PATCH_SIZE);
  }

  /** Reduces the patches to four at most, none of them from behind where there is one from the front. */
  finish(): void {
    const stray = this.strayPoint;
    if (this.count == 0 && V.w(stray) > -Infinity) this.add(V.xyz(stray), V.w(stray), this.strayNormal, 16 + TIP, 0);
    let front = false;
    for (let i = 0; i < this.count; i++) if (this.at(i).behind == 0) front = true;
    for (let i = this.count - 1; i >= 0; i--) if (front && this.at(i).behind != 0) this.remove(i);
    while (this.count > MAX_MANIFOLDS) this.giveUpOne();
    for (let i = 0; i < this.count; i++) this.at(i).reduce();
  }
}

/** With one too many. */
export const PATCHES_SIZE: usize = offsetof<Patches>() + ((MAX_PATCHES + 1) as usize) * PATCH_SIZE;
/** A pair with a surface has this many contacts: normals that it can push along at once. */
export const MAX_MANIFOLDS: i32 = 4;
