import { Contact } from '../contacts/contact';
import { V } from '../math/vec';

/** Collects the points of a contact while its shapes are tested. World space. */
export class Manifold {
  /** No contact: the surfaces are at least this far apart, m. Until they have moved as far, nobody needs to look again. */
  static apart(contact: Contact, gap: f32): void {
    contact.localNormal = V.withW(contact.localNormal, gap);
  }

  /** Adds a point midway between the surfaces. Points beyond the fourth are the caller's mistake. */
  static add(contact: Contact, position: v128, separation: f32, id: i32): void {
    const point = contact.point(contact.pointCount++);
    // Until `finishManifold` makes anchors of it, the first row holds the position.
    point.anchorA = V.withW(position, separation);
    point.localB = i32x4.replace_lane(V.zero(), 3, id);
  }
}
