import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { Contact } from '../contacts/contact';
import { Articulations } from '../joints/articulation';
import { NONE, Tuning } from '../constants';

/**
 * What a contact has to do with joints that hang together. It knows the mass of its own body, and what hangs on that lets its impulse grow over
 * several substeps: a stiff one comes so late that it pushes what rocks. Tied ones are no stiffer against what cannot move (docs/decisions/0009);
 * those of long articulations have friction in every pass, too (0004).
 */
export namespace Tie {
  export const NONE: i32 = 0;
  export const SHORT: i32 = 1;
  export const LONG: i32 = 2;
}

/** The tie of each lane's contact. Empty lanes have none. */
export function ties(world: World, ids: v128, k0: Contact, k1: Contact, k2: Contact, k3: Contact): v128 {
  const all = i32x4.replace_lane(
    i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(tie(world, k0)), 1, tie(world, k1)), 2, tie(world, k2)),
    3,
    tie(world, k3),
  );
  return v128.andnot(all, i32x4.eq(ids, i32x4.splat(NONE)));
}

/** The stronger of both bodies'. An empty lane reads whichever body is the first. */
function tie(world: World, contact: Contact): i32 {
  return max(tieOf(world, contact.bodyA), tieOf(world, contact.bodyB));
}

function tieOf(world: World, body: i32): i32 {
  const id = Bodies.body(world, body).articulation;
  if (id < 0) return Tie.NONE;
  return Articulations.at(world, id).jointCount > Tuning.FEW_JOINTS ? Tie.LONG : Tie.SHORT;
}
