import { World, WorkerContext } from '../world/world';
import { BodyFlag, BodyType } from '../generated/layout';
import { FastBodies } from '../continuous/fast-bodies';
import { Proxies } from '../broadphase/proxies';
import { findComponents } from '../islands/split';
import { FramePoses } from '../io/frame-poses';
import { Bodies, Body, BodyMotion, BodySim, BodyState } from './body';
import { Collider, Colliders } from './collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Spin } from '../solver/spin';
import { BodySet, NONE, Tuning } from '../constants';

/**
 * Reads: body states. Writes: sims, colliders, sleep timers, pose slots, the worker's bits of moved proxies and of islands that stay
 * awake. Items: awake bodies. The worker that takes the first block also searches the island that is to be split.
 */
export function finalizeBodies(world: World, start: i32, end: i32, worker: i32): void {
  if (start == 0) findComponents(world);
  const context = world.context(worker);
  for (let i = start; i < end; i++) {
    const index = world.awakeBodies.id(i);
    const body = Bodies.body(world, index),
      sim = Bodies.sim(world, index),
      state = Bodies.state(world, index);
    const motion = Bodies.motion(world, index);
    // What may have gone through something keeps its motion until that is known (stage 11).
    if (Pose.take(world.dt, context, body, sim, state, motion) && FastBodies.isFast(world, sim, state, motion)) {
      context.fastBits.set(index);
      context.anyFast = 1;
    } else {
      state.deltaPosition = V.zero();
      motion.deltaRotation = Q.identity();
    }
    state.deltaTurn = V.zero();
    Pose.placeColliders(world, context, body, sim, state);
    rest(world, context, body, sim, state);
    body.frameStep = world.stepCount;
    FramePoses.store(world, i, index);
    const velocity = world.frameVelocities + ((i as usize) << 5);
    v128.store(velocity, V.xyz(state.linear));
    v128.store(velocity, V.xyz(state.angular), 16);
  }
}

/** Where a body is. */
export class Pose {
  /** Takes the step's motion over into the pose. False where that is not finite: the body stays where it was. */
  // @ts-ignore: decorator
  @inline static take(
    dt: f32,
    context: WorkerContext,
    body: Body,
    sim: BodySim,
    state: BodyState,
    motion: BodyMotion,
  ): bool {
    let center = V.xyz(V.add(sim.center, state.deltaPosition));
    let rotation = Q.normalize(Q.multiply(motion.deltaRotation, sim.rotation));
    if (sim.type == BodyType.Dynamic) {
      // Only the change: what nothing turned keeps its bits.
      const change = Spin.fromSolver(sim, V.sub(state.angular, motion.startSpin));
      state.angular = V.xyz(V.add(motion.startOmega, change));
    }
    if (body.hasTarget == 1) {
      rotation = body.targetRotation;
      center = V.xyz(V.add(body.targetPosition, Q.rotate(rotation, sim.localCenter)));
      // Reached within one step; the velocity ends at the start of the next (`endTargets`).
      body.hasTarget = 2;
    }
    // A sum of finite numbers is finite unless one was not (or all were huge, which is as bad).
    const sum = V.add(V.add(center, rotation), V.add(state.linear, state.angular));
    const total = V.x(sum) + V.y(sum) + V.z(sum) + V.w(sum);
    if (!(abs(total) < Infinity)) {
      state.linear = V.withW(V.zero(), V.w(state.linear));
      state.angular = V.zero();
      body.nonFinite = 1;
      context.nonFinite = 1;
      return false;
    }
    Pose.place(sim, center, rotation, V.scale(state.angular, 0.5 * dt));
    if (sim.hasForce != 0) {
      sim.force = V.zero();
      sim.torque = V.zero();
      sim.hasForce = 0;
    }
    return true;
  }

  /** Puts a body's centre of mass somewhere. `ahead`: how far it turns in half a step, rad. */
  // @ts-ignore: decorator
  @inline static place(sim: BodySim, center: v128, rotation: v128, ahead: v128): void {
    sim.center = center;
    sim.rotation = rotation;
    sim.position = V.xyz(V.sub(center, Q.rotate(rotation, sim.localCenter)));
    Spin.turn(sim, ahead);
  }

  /** Brings the colliders of a body to where it is, and marks those that left their fat bounds. */
  // @ts-ignore: decorator
  @inline static placeColliders(
    world: World,
    context: WorkerContext,
    body: Body,
    sim: BodySim,
    state: BodyState,
  ): void {
    // Pairs must be known before a fast body arrives: its bounds are asked for where the next step will take it.
    const ahead = V.scale(V.xyz(state.linear), world.dt);
    for (let id = body.colliderHead; id != NONE;) {
      const collider = Colliders.at(world, id);
      Colliders.place(collider, sim);
      if (outside(collider, ahead) && collider.proxy != NONE) {
        Proxies.fatten(world, collider, state.linear);
        context.movedBits.set(id);
        context.proxiesMoved++;
      }
      id = collider.next;
    }
  }
}

function outside(collider: Collider, ahead: v128): bool {
  const slack = f32x4.splat(Tuning.BOUNDS_MARGIN_MAX);
  // Only the part of the motion that the fixed margin cannot cover counts.
  const low = V.min(V.add(ahead, slack), V.zero()),
    high = V.max(V.sub(ahead, slack), V.zero());
  const out = v128.or(
    f32x4.lt(V.add(collider.boundsMin, low), collider.fatMin),
    f32x4.gt(V.add(collider.boundsMax, high), collider.fatMax),
  );
  return (i32x4.bitmask(out) & 7) != 0;
}

/** Sleep timers: a body that is slow long enough no longer keeps its island awake. */
function rest(world: World, context: WorkerContext, body: Body, sim: BodySim, state: BodyState): void {
  const speed = max(V.length(state.linear), V.length(state.angular) * sim.maxExtent);
  if (body.type == BodyType.Kinematic) {
    body.sleepTime = speed > 0 ? 0 : body.sleepTime + world.dt;
    return;
  }
  if ((sim.flags & BodyFlag.CanSleep) == 0 || speed > body.sleepThreshold) body.sleepTime = 0;
  else body.sleepTime += world.dt;
  if (body.sleepTime < Tuning.TIME_TO_SLEEP) context.awakeIslandBits.set(body.island);
}
