import { BodySim } from '../bodies/body';
import { Collider, CONVEYS } from '../bodies/collider';
import { Contact, ContactTrait, ManifoldPoint } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Tuning } from '../constants';

/**
 * What a contact keeps of its points and its normal, and where they are once the bodies have moved; its `traits` and `radius` tell how. A
 * round shape rolls over its point: what goes along with it is the point of its core, which the surface is met under, wherever it was met before.
 * `prepareContacts` does in four lanes what `normal` and `place` do here.
 */
export class Anchors {
  /** Comes first. `traits`: CARRIED and CORES. */
  static begin(contact: Contact, a: Collider, b: Collider, traits: u32): void {
    contact.traits = (contact.traits & ContactTrait.CONVEYS) | traits;
    const round = (traits & ContactTrait.CORE_A) != 0 ? a : b;
    contact.radius = (traits & ContactTrait.CORES) != 0 ? V.x(round.size) + round.rounding : 0;
    conveyAlong(contact, a, b);
  }

  /** Notes a point midway between the surfaces. `normal`: from A to B, unit, world space, lane w zero. */
  static note(
    contact: Contact,
    point: ManifoldPoint,
    simA: BodySim,
    simB: BodySim,
    normal: v128,
    middle: v128,
    separation: f32,
    id: i32,
    impulse: f32,
  ): void {
    const half: f32 = 0.5 * separation;
    let onA = V.addScaled(V.sub(middle, simA.center), normal, -half - Anchors.coreOf(contact, ContactTrait.CORE_A)),
      onB = V.addScaled(V.sub(middle, simB.center), normal, half + Anchors.coreOf(contact, ContactTrait.CORE_B));
    if ((contact.traits & ContactTrait.CARRIED) != 0) {
      onA = Q.unrotate(simA.rotation, onA);
      onB = Q.unrotate(simB.rotation, onB);
    }
    point.onA = V.withW(onA, impulse);
    point.onB = i32x4.replace_lane(onB, 3, id);
  }

  /** Notes the normal, and the twist impulse about it. */
  static noteNormal(contact: Contact, simA: BodySim, simB: BodySim, normal: v128, twist: f32): void {
    const isCarried = (contact.traits & ContactTrait.CARRIED) != 0;
    const kept = isCarried ? Q.unrotate(Anchors.carrier(contact, simA, simB).rotation, normal) : normal;
    contact.normal = V.withW(kept, twist);
  }

  /** World space, lane w zero. */
  static normal(contact: Contact, simA: BodySim, simB: BodySim): v128 {
    const kept = V.xyz(contact.normal);
    if ((contact.traits & ContactTrait.CARRIED) == 0) return kept;
    return V.xyz(Q.rotate(Anchors.carrier(contact, simA, simB).rotation, kept));
  }

  /** A point midway between the surfaces, world space, lane w its separation. `normal`: that of `Anchors.normal`. */
  static place(contact: Contact, point: ManifoldPoint, simA: BodySim, simB: BodySim, normal: v128): v128 {
    let onA = V.xyz(point.onA),
      onB = V.xyz(point.onB);
    if ((contact.traits & ContactTrait.CARRIED) != 0) {
      onA = Q.rotate(simA.rotation, onA);
      onB = Q.rotate(simB.rotation, onB);
    }
    onA = V.add(simA.center, V.addScaled(onA, normal, Anchors.coreOf(contact, ContactTrait.CORE_A)));
    onB = V.add(simB.center, V.addScaled(onB, normal, -Anchors.coreOf(contact, ContactTrait.CORE_B)));
    const gap = V.sub(onB, onA),
      separation = V.dot(gap, normal);
    const half = V.scale((contact.traits & ContactTrait.CORES) != 0 ? V.scale(normal, separation) : gap, 0.5);
    const middle = (contact.traits & ContactTrait.CORE_B) != 0 ? V.sub(onB, half) : V.add(onA, half);
    return V.withW(middle, separation);
  }

  /** The radius where the side's points are those of a core. */
  // @ts-ignore: decorator
  @inline private static coreOf(contact: Contact, trait: u32): f32 {
    return (contact.traits & trait) != 0 ? contact.radius : 0;
  }

  /** The body that the normal goes along with. */
  // @ts-ignore: decorator
  @inline private static carrier(contact: Contact, simA: BodySim, simB: BodySim): BodySim {
    return (contact.traits & ContactTrait.CORE_A) != 0 ? simB : simA;
  }
}

/** Notes the velocity of B's surface against A's, world space. */
export function conveyAlong(contact: Contact, a: Collider, b: Collider): void {
  if (((a.flags | b.flags) & CONVEYS) == 0) {
    if ((contact.traits & ContactTrait.CONVEYS) != 0) contact.surfaceVelocity = V.zero();
    contact.traits &= ~ContactTrait.CONVEYS;
    return;
  }
  contact.surfaceVelocity = V.sub(
    V.xyz(Q.rotate(b.rotation, b.surfaceVelocity)),
    V.xyz(Q.rotate(a.rotation, a.surfaceVelocity)),
  );
  contact.traits |= ContactTrait.CONVEYS;
}

/** Bound of how far turning alone has moved a point of B at a distance of 1 m against A since the last test, m. `rotation`: of B in A. */
export function turnSince(contact: Contact, rotation: v128): f32 {
  return 2.0 * sqrt<f32>(Turn.squared(contact, rotation));
}

class Turn {
  /** Square of the sine of half the angle since the last test, or a little more: twice the sine of a quarter of it is how far apart the two unit quaternions are. */
  // @ts-ignore: decorator
  @inline static squared(contact: Contact, rotation: v128): f32 {
    const way = f32x4.sub(rotation, contact.builtRotation);
    return Q.lengthSquared(way);
  }
}

/** Have the bodies moved less than `limit`, m, against each other since the manifold was built? `position`, `rotation`: of B in A. */
export function isStill(contact: Contact, position: v128, rotation: v128, extent: f32, limit: f32): bool {
  const shift = V.sub(position, contact.builtPosition);
  if (V.lengthSquared(shift) > limit * limit) return false;
  // The sine of half an angle times twice the extent bounds how far a surface point went.
  const sine2 = Turn.squared(contact, rotation);
  const reach: f32 = 2.0 * extent;
  return sine2 < Tuning.REUSE_HALF_ANGLE * Tuning.REUSE_HALF_ANGLE && sine2 * reach * reach < limit * limit;
}
