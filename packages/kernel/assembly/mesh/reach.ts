import { V } from '../math/vec';

/** How far off a contact point may be and still count. Convex shape's space. */
@unmanaged
export class Reach {
  /** Motion of the surface against the shape within the step. */
  approach: v128;
  /** For edges and corners, m. */
  margin: f32;
  reserved0: u32;
  reserved1: u64;

  /** Along a normal from the surface: what the bodies close within the step counts too. */
  // @ts-ignore: decorator
  @inline of(normal: v128): f32 {
    return max(this.margin, V.dot(this.approach, normal));
  }
}
