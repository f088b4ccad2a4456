import type { Body, World } from '@atoll/engine';
import { Quaternion, Vector3 } from 'three';

const turn = new Quaternion();

/** The centre of mass, m, world space. */
function centreOf(body: Body, out: Vector3): Vector3 {
  const [x, y, z] = body.centerOfMass;
  return out
    .set(x, y, z)
    .applyQuaternion(turn.set(...body.rotation))
    .add(offset.set(...body.position));
}
const offset = new Vector3();

/** What a force reaches: groups of colliders, as they say whom they meet. */
export interface ReachProps {
  /** Group bits: a body counts where one of its colliders is in one of them. Default: all. */
  groups?: number | undefined;
  /** Bodies to leave out return false. */
  filter?: ((body: Body) => boolean) | undefined;
}

const between = new Vector3();

/**
 * Calls `act` with every dynamic body whose centre of mass is within `range` of `centre`: its distance in m, and the unit vector
 * from the centre to it. A body at the very centre has no direction and is left out.
 */
export function forEachWithin(
  world: World,
  centre: Vector3,
  range: number,
  { groups, filter }: ReachProps,
  act: (body: Body, distance: number, outwards: Vector3) => void,
): void {
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue;
    const distance = centreOf(body, between).sub(centre).length();
    if (distance > range || distance === 0) continue;
    if (groups !== undefined && !body.colliders.some(({ memberships }) => (memberships & groups) !== 0)) continue;
    if (filter && !filter(body)) continue;
    act(body, distance, between.divideScalar(distance));
  }
}
