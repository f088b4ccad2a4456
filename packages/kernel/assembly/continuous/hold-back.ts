import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { Collider } from '../bodies/collider';
import { Gjk } from '../convex/gjk';
import { Spin } from '../solver/spin';
import { unlocked } from '../solver/integrate';
import { V } from '../math/vec';
import { FastBody } from './fast-bodies';
import { Sweep } from './sweep';

/**
 * What a body is caught by: the normal of the nearest points, and in lane w how fast the other collider moves along it, m/s. `t`: when in
 * the sweep the search ended.
 */
export function noteCatch(world: World, fast: FastBody, other: Collider, gjk: Gjk, sweep: Sweep, t: f32): void {
  const sim = Bodies.sim(world, other.body),
    state = Bodies.state(world, other.body);
  const normal = gjk.toWorld(gjk.normal);
  const arm = V.sub(V.add(gjk.a.position, gjk.toWorld(gjk.pointB)), sim.center);
  fast.normal = V.withW(normal, V.dot(normal, V.add(state.linear, V.cross(state.angular, arm))));
  fast.arm = V.sub(V.add(gjk.a.position, gjk.toWorld(gjk.pointA)), sweep.centerAt(t));
}

/** What is left of a spin that brings other points to what the body is caught by. */
const SPIN_LEFT: f32 = 0.5;

/**
 * Two blows without a bounce to a body that was caught and stands where it was: at its centre of mass, then at the point that was caught.
 * The contact far out on it would take many steps to turn all that speed away, and the turn alone would hold it where it is. Where that point
 * moves off by now, and another one would come, the body loses of its spin: it would be held for as long as it turns.
 */
export function holdBack(world: World, fast: FastBody): void {
  const normal = V.xyz(fast.normal),
    speed = V.w(fast.normal);
  const index = fast.body;
  const sim = Bodies.sim(world, index),
    state = Bodies.state(world, index);
  const mass = sim.inverseMass;
  let linear = V.xyz(state.linear),
    angular = V.xyz(state.angular);
  const locks = sim.flags >> 3;
  linear = V.addScaled(linear, normal, -max<f32>(0, V.dot(linear, normal) - speed));
  const lever = V.cross(fast.arm, normal);
  const approach = V.dot(linear, normal) + V.dot(angular, lever) - speed;
  if (approach > 0 && locks >> 3 == 0) {
    const turn = Spin.turnBy(sim, lever);
    const impulse = -approach / (mass + V.dot(lever, turn));
    linear = V.addScaled(linear, normal, impulse * mass);
    angular = V.addScaled(angular, turn, impulse);
  } else angular = V.scale(angular, SPIN_LEFT);
  state.linear = V.withW(unlocked(linear, locks), mass);
  state.angular = V.xyz(angular);
  const velocity = world.frameVelocities + ((Bodies.body(world, index).awakeIndex as usize) << 5);
  v128.store(velocity, V.xyz(state.linear));
  v128.store(velocity, V.xyz(state.angular), 16);
}
