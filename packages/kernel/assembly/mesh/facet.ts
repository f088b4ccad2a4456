import { V } from '../math/vec';
import { M } from '../math/mat';
import { OPEN } from './mesh';
import { Surface } from './surface';

/**
 * Below this sine of the angle across an edge the surface counts as flat there, about 1°: nothing is pushed off such an edge at an angle of
 * its own, or a body would trip over every seam of a tessellated floor.
 */
const FLAT: f32 = 0.02;
/** Corners are tried as supports within this part of the distance between them. */
const CORNER_SLACK: f32 = 0.02;
/** Most triangles around a corner that are asked. */
const MAX_FAN: i32 = 32;

/**
 * One triangle of a surface, in the space of the convex shape that it is tested against, and what its surroundings allow: a push off an
 * edge or a corner counts only along directions in which that feature is the outermost of the surface, that is, inside the arc or the
 * cone between the normals that meet there. So edges inside a flat or hollow surface push nothing aside.
 */
@unmanaged
export class Facet {
  /** Columns that take the surface's space to the convex shape's; then its origin there. */
  turn0: v128;
  turn1: v128;
  turn2: v128;
  origin: v128;
  v0: v128;
  v1: v128;
  v2: v128;
  /** Unit, outside; lane w: n·v. */
  normal: v128;
  /** Edge i × normal: outward in the plane, as long as the edge. Lane w: its product with a point of the edge. */
  side0: v128;
  side1: v128;
  side2: v128;
  /** Per edge, once asked: unit normal at the far end of the arc that it may push along. Lane w: 1 the edge pushes, 0 it does not. */
  arc0: v128;
  arc1: v128;
  arc2: v128;
  shape: u32;
  address: usize;
  triangle: i32;
  /** Bits of the edges whose arcs are known. */
  known: i32;

  // @ts-ignore: decorator
  @inline private at(field: usize, index: i32): usize {
    return changetype<usize>(this) + field + ((index as usize) << 4);
  }
  // @ts-ignore: decorator
  @inline v(index: i32): v128 {
    return v128.load(this.at(offsetof<Facet>('v0'), index));
  }
  // @ts-ignore: decorator
  @inline side(edge: i32): v128 {
    return v128.load(this.at(offsetof<Facet>('side0'), edge));
  }

  /** A point of the surface's space in the convex shape's. */
  toConvex(p: v128): v128 {
    return V.add(this.origin, M.apply(this.turn0, this.turn1, this.turn2, p));
  }

  vertex(index: i32): v128 {
    return this.toConvex(Surface.vertex(this.shape, this.address, index));
  }

  /** Takes the next triangle. */
  set(triangle: i32): void {
    this.triangle = triangle;
    this.known = 0;
    const a = this.vertex(Surface.corner(this.shape, this.address, triangle, 0)),
      b = this.vertex(Surface.corner(this.shape, this.address, triangle, 1)),
      c = this.vertex(Surface.corner(this.shape, this.address, triangle, 2));
    this.v0 = a;
    this.v1 = b;
    this.v2 = c;
    const ab = V.sub(b, a),
      bc = V.sub(c, b),
      ca = V.sub(a, c);
    const normal = V.xyz(V.normalize(V.cross(ab, bc)));
    this.normal = V.withW(normal, V.dot(normal, a));
    const s0 = V.cross(ab, normal),
      s1 = V.cross(bc, normal),
      s2 = V.cross(ca, normal);
    this.side0 = V.withW(s0, V.dot(s0, a));
    this.side1 = V.withW(s1, V.dot(s1, b));
    this.side2 = V.withW(s2, V.dot(s2, c));
  }

  /** How far a point lies outside an edge, times the edge's length. */
  // @ts-ignore: decorator
  @inline outside(edge: i32, p: v128): f32 {
    const side = this.side(edge);
    return V.dot(side, p) - V.w(side);
  }

  /** Does a point lie above or below the triangle, or next to it? `slack`: as a part of an edge. */
  covers(p: v128, slack: f32): bool {
    for (let edge = 0; edge < 3; edge++)
      if (this.outside(edge, p) > slack * V.lengthSquared(this.side(edge))) return false;
    return true;
  }

  /** The far end of an edge's arc; lane w is 0 where the edge never pushes. */
  arc(edge: i32): v128 {
    const at = this.at(offsetof<Facet>('arc0'), edge);
    if ((this.known & (1 << edge)) != 0) return v128.load(at);
    this.known |= 1 << edge;
    const arc = this.findArc(edge);
    v128.store(at, arc);
    return arc;
  }

  /** Bits of the edges that push. */
  pushes(): i32 {
    let bits = 0;
    for (let edge = 0; edge < 3; edge++) if (V.w(this.arc(edge)) != 0) bits |= 1 << edge;
    return bits;
  }

  private findArc(edge: i32): v128 {
    const from = this.v(edge);
    const opposite = Surface.opposite(this.shape, this.address, this.triangle, edge);
    // An open edge pushes outward too.
    if (opposite == OPEN) return V.withW(V.normalize(V.xyz(this.side(edge))), 1);
    const along = V.sub(this.v(edge == 2 ? 0 : edge + 1), from);
    const away = V.sub(this.vertex(opposite), from);
    const normal = V.cross(away, along);
    const length = V.length(normal);
    // sin of the angle: the opposite corner's depth below this plane over its distance from the edge.
    const depth = -V.dot(this.normal, away) * V.length(along);
    if (!(depth > FLAT * length)) return V.zero();
    return V.withW(V.scale(normal, 1 / length), 1);
  }

  /** May an edge be pushed off along the unit direction `d`? Only between the normals that meet there. */
  within(edge: i32, d: v128): bool {
    const arc = this.arc(edge);
    if (V.w(arc) == 0) return false;
    // Outside both triangles: d leans from either normal towards the other side of the edge.
    const side = this.side(edge);
    if (V.dot(side, d) < 0) return false;
    const length = V.length(side);
    const along = V.scale(V.cross(this.normal, side), 1 / length);
    const other = V.cross(along, arc);
    return V.dot(other, d) <= 1e-4;
  }

  /** May corner `corner` be pushed off along the unit direction `d`? Only if no corner around it reaches further. */
  cornerPushes(corner: i32, d: v128): bool {
    const shape = this.shape,
      address = this.address;
    const tip = this.v(corner);
    const center = Surface.corner(shape, address, this.triangle, corner);
    // Around the corner one way, then, where the surface ends, the other.
    for (let way = 0; way < 2; way++) {
      let triangle = this.triangle;
      for (let step = 0; step < MAX_FAN; step++) {
        let at = 0;
        while (at < 2 && Surface.corner(shape, address, triangle, at) != center) at++;
        const next = at == 2 ? 0 : at + 1,
          previous = at == 0 ? 2 : at - 1;
        const rim = this.vertex(Surface.corner(shape, address, triangle, way == 0 ? next : previous));
        const spoke = V.sub(rim, tip);
        if (V.dot(spoke, d) > CORNER_SLACK * V.length(spoke)) return false;
        triangle = Surface.neighbour(shape, address, triangle, way == 0 ? at : previous);
        if (triangle == this.triangle) return true;
        if (triangle < 0) break;
      }
    }
    return true;
  }
}
