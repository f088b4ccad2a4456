import { ShapeType } from '../generated/layout';
import { World } from '../world/world';
import { BodySim } from '../bodies/body';
import { Collider } from '../bodies/collider';
import { Contact, Contacts, ContactTrait } from '../contacts/contact';
import { Anchors } from '../narrowphase/anchors';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';
import { MAX_MANIFOLDS, Patch, Patches } from './patches';

/** A manifold of the last step and this one's heir are this alike, as a cosine. */
const HEIR: f32 = 0.9;

/** What a manifold of the last step hands on. */
@unmanaged
class Old {
  /** Lane w: twist impulse. */
  normal: v128;
  friction: v128;
  rolling: v128;
  count: i32;
  /** 1: some manifold of this step has taken it. */
  taken: i32;
  reserved: u64;
  id0: i32;
  impulse0: f32;
  id1: i32;
  impulse1: f32;
  id2: i32;
  impulse2: f32;
  id3: i32;
  impulse3: f32;
}

const OLD: usize = offsetof<Old>();
/** The old manifolds, then, per slot, the patch that goes there. */
export const SLOTS_SIZE: usize = (MAX_MANIFOLDS as usize) * OLD + 16;

/**
 * Writes the patches to the contacts of a pair: each to where the manifold of the last step had about its normal, as far as the slots in
 * front suffice, so that impulses and the order of the constraints last.
 */
export function fillSlots(
  world: World,
  contact: Contact,
  a: Collider,
  b: Collider,
  simA: BodySim,
  simB: BodySim,
  convex: Collider,
  surfaceIsA: bool,
  patches: Patches,
  scratch: usize,
): void {
  const chosen = scratch + (MAX_MANIFOLDS as usize) * OLD;
  keepOld(world, contact, simA, simB, scratch);
  store<i64>(chosen, -1);
  store<i64>(chosen, -1, 8);
  const sign: f32 = surfaceIsA ? 1 : -1;
  const count = patches.count;
  // Heirs first, then the others into what is left.
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < count; i++) {
      const patch = patches.at(i);
      if (round == 0) patch.heir = heirOf(scratch, worldNormal(patch, convex, sign));
      const wanted = patch.heir;
      const fits = wanted >= 0 && wanted < count;
      if (fits != (round == 0)) continue;
      let slot = wanted;
      if (!fits) for (slot = 0; load<i32>(chosen + ((slot as usize) << 2)) >= 0;) slot++;
      store<i32>(chosen + ((slot as usize) << 2), i);
    }
  }
  const isRound = convex.shape == ShapeType.Sphere || convex.shape == ShapeType.Capsule;
  const core = surfaceIsA ? ContactTrait.CORE_B : ContactTrait.CORE_A;
  const traits = isRound ? ContactTrait.CARRIED | core : ContactTrait.CARRIED;
  let slot = 0;
  for (let id = contact.owner; id != NONE; slot++) {
    const target = Contacts.at(world, id);
    id = target.sibling;
    target.pointCount = 0;
    const index = slot < MAX_MANIFOLDS ? load<i32>(chosen + ((slot as usize) << 2)) : NONE;
    if (index < 0) {
      target.normal = V.zero();
      target.frictionImpulse = V.zero();
      target.rollingImpulse = V.zero();
      continue;
    }
    const patch = patches.at(index);
    const old = changetype<Old>(scratch + (max(patch.heir, 0) as usize) * OLD);
    const inherits = patch.heir >= 0;
    const normal = worldNormal(patch, convex, sign);
    Anchors.begin(target, a, b, traits);
    Anchors.noteNormal(target, simA, simB, normal, inherits ? V.w(old.normal) : 0);
    target.frictionImpulse = inherits ? old.friction : V.zero();
    target.rollingImpulse = inherits ? old.rolling : V.zero();
    for (let i = 0; i < patch.count; i++) {
      const p = patch.position(i);
      const middle = V.xyz(V.add(convex.position, Q.rotate(convex.rotation, V.xyz(p))));
      const impulse = inherits ? impulseOf(old, patch.id(i)) : 0;
      Anchors.note(target, target.point(i), simA, simB, normal, middle, V.w(p), patch.id(i), impulse);
    }
    target.pointCount = patch.count;
  }
}

/** From A to B. */
function worldNormal(patch: Patch, convex: Collider, sign: f32): v128 {
  return V.xyz(V.scale(Q.rotate(convex.rotation, V.xyz(patch.normal)), sign));
}

function keepOld(world: World, contact: Contact, simA: BodySim, simB: BodySim, scratch: usize): void {
  let at = scratch;
  for (let id = contact.owner; id != NONE; at += OLD) {
    const source = Contacts.at(world, id);
    id = source.sibling;
    const old = changetype<Old>(at);
    old.normal = V.withW(Anchors.normal(source, simA, simB), V.w(source.normal));
    old.friction = source.frictionImpulse;
    old.rolling = source.rollingImpulse;
    old.count = source.pointCount;
    old.taken = 0;
    for (let i = 0; i < source.pointCount; i++) {
      const point = source.point(i);
      const entry = at + offsetof<Old>('id0') + ((i as usize) << 3);
      store<i32>(entry, i32x4.extract_lane(point.onB, 3));
      store<f32>(entry, V.w(point.onA), 4);
    }
  }
}

/** The free old manifold with the normal most like this one, or NONE. */
function heirOf(scratch: usize, normal: v128): i32 {
  let best = NONE,
    alike: f32 = HEIR;
  for (let i = 0; i < MAX_MANIFOLDS; i++) {
    const old = changetype<Old>(scratch + (i as usize) * OLD);
    if (old.count == 0 || old.taken != 0) continue;
    const cosine = V.dot(old.normal, normal);
    if (cosine > alike) {
      alike = cosine;
      best = i;
    }
  }
  if (best >= 0) changetype<Old>(scratch + (best as usize) * OLD).taken = 1;
  return best;
}

function impulseOf(old: Old, id: i32): f32 {
  for (let i = 0; i < old.count; i++) {
    const entry = changetype<usize>(old) + offsetof<Old>('id0') + ((i as usize) << 3);
    if (load<i32>(entry) == id) return load<f32>(entry, 4);
  }
  return 0;
}
