import { V } from '../math/vec';
import { Facet } from './facet';

/** How far off a contact point may be and still count. Convex shape's space. */
@unmanaged
export class Reach {
  /** Motion of the surface against the shape within the step. */
  approach: v128;
  /** For edges and corners, m. */
  margin: f32;
  reserved0: u32;
  reserved1: u64;
  /** The shape's deepest point behind a triangle that it has come through, midway to that. Lane w: its separation, −Infinity of none. */
  strayPoint: v128;
  strayNormal: v128;

  /** Along a normal from the surface: what the bodies close within the step counts too. */
  // @ts-ignore: decorator
  @inline of(normal: v128): f32 {
    return max(this.margin, V.dot(this.approach, normal));
  }

  /**
   * A triangle that the shape has come through. Where none has points of it, the one that it is the least behind pushes it back: beneath a hollow edge
   * there is a wedge that each triangle takes to lie behind the other.
   */
  stray(facet: Facet, tip: v128, radius: f32): void {
    const n = facet.normal;
    const separation = V.dot(n, tip) - V.w(n) - radius;
    if (separation <= V.w(this.strayPoint)) return;
    this.strayPoint = V.withW(V.addScaled(tip, n, -radius - 0.5 * separation), separation);
    this.strayNormal = V.xyz(n);
  }
}
