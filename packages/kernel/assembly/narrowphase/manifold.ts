import { Contact } from '../contacts/contact';
import { V } from '../math/vec';
import { Tuning } from '../constants';

/** A manifold whose points are less deep than the shapes by more than this, m, lacks one. */
const LEFT_OUT: f32 = 5e-5;

/** Collects the points of a contact while its shapes are tested. World space. */
export class Manifold {
  /** No contact: the surfaces are at least this far apart, m. Until they have moved as far, nobody needs to look again. */
  static apart(contact: Contact, gap: f32): void {
    contact.localNormal = V.withW(contact.localNormal, gap);
  }

  /**
   * Adds the deepest point where none of the others is as deep: the features that were clipped need not have it. Of four points the shallowest makes
   * room for it.
   */
  static complete(contact: Contact, position: v128, separation: f32, id: i32): void {
    let shallowest = 0;
    for (let i = 0; i < contact.pointCount; i++) {
      const at = V.w(contact.point(i).anchorA);
      if (at < separation + LEFT_OUT) return;
      if (at > V.w(contact.point(shallowest).anchorA)) shallowest = i;
    }
    if (contact.pointCount == Tuning.MANIFOLD_POINTS) {
      const last = contact.point(--contact.pointCount),
        target = contact.point(shallowest);
      target.anchorA = last.anchorA;
      target.localB = last.localB;
    }
    Manifold.add(contact, position, separation, id);
  }

  /** Adds a point midway between the surfaces. Points beyond the fourth are the caller's mistake. */
  static add(contact: Contact, position: v128, separation: f32, id: i32): void {
    const point = contact.point(contact.pointCount++);
    // Until `finishManifold` makes anchors of it, the first row holds the position.
    point.anchorA = V.withW(position, separation);
    point.localB = i32x4.replace_lane(V.zero(), 3, id);
  }
}
