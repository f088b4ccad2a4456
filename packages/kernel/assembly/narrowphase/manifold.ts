import { Contact } from '../contacts/contact';
import { V } from '../math/vec';
import { Tuning } from '../constants';

/** A manifold whose points are less deep than the shapes by more than this, m, lacks one. */
const LEFT_OUT: f32 = 5e-5;

/** Collects the points of a contact while its shapes are tested. World space. */
export class Manifold {
  /** No contact: the surfaces are at least this far apart, m. Until they have moved as far, nobody needs to look again. */
  static apart(contact: Contact, gap: f32): void {
    contact.gapAxis = V.withW(contact.gapAxis, gap);
  }

  /**
   * Adds the deepest point where none of the others is as deep: the features that were clipped need not have it. Of four points the nearest moves
   * there, with its impulse.
   */
  static complete(contact: Contact, position: v128, separation: f32, id: i32): void {
    let nearest = 0,
      least: f32 = Infinity;
    for (let i = 0; i < contact.pointCount; i++) {
      const at = contact.point(i).onA;
      if (V.w(at) < separation + LEFT_OUT) return;
      const distance = V.lengthSquared(V.xyz(V.sub(at, position)));
      if (distance >= least) continue;
      least = distance;
      nearest = i;
    }
    if (contact.pointCount < Tuning.MANIFOLD_POINTS) return Manifold.add(contact, position, separation, id);
    contact.point(nearest).onA = V.withW(position, separation);
  }

  /** Whether there are several points, and the deepest of them is as deep as `separation`, and not deeper. */
  static isAsDeep(contact: Contact, separation: f32): bool {
    if (contact.pointCount < 2) return false;
    let deepest: f32 = Infinity;
    for (let i = 0; i < contact.pointCount; i++) deepest = min(deepest, V.w(contact.point(i).onA));
    return abs(deepest - separation) < LEFT_OUT;
  }

  /** Adds a point midway between the surfaces. Points beyond the fourth are the caller's mistake. */
  static add(contact: Contact, position: v128, separation: f32, id: i32): void {
    const point = contact.point(contact.pointCount++);
    point.onA = V.withW(position, separation);
    point.onB = i32x4.replace_lane(V.zero(), 3, id);
  }
}
