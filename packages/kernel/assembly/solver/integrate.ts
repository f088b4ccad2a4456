import { World } from '../world/world';
import { BodyFlag, BodyType } from '../generated/layout';
import { Bodies, BodyMotion, BodySim, BodyState } from '../bodies/body';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { IntegrateFour } from './integrate-four';
import { BODY_BLOCK, isPlain, PlainGroups } from './plain-group';
import { Spin } from './spin';
import { Tuning } from '../constants';

/** Clears the lanes of the locked axes; `flags` start at the bit of x. */
export function unlocked(v: v128, flags: u32): v128 {
  if ((flags & 7) == 0) return v;
  if ((flags & 1) != 0) v = f32x4.replace_lane(v, 0, 0);
  if ((flags & 2) != 0) v = f32x4.replace_lane(v, 1, 0);
  if ((flags & 4) != 0) v = f32x4.replace_lane(v, 2, 0);
  return v;
}

/**
 * Before the first substep: angular velocities into the solver's coordinates, groups of those that are integrated side by side, then as
 * `integrateVelocities`. No impulse has acted yet.
 * Reads: World settings, body sims. Writes: body states and motions, plain groups, the order within blocks. Items: awake bodies, by clusters.
 */
export function startVelocities(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  for (let from = start; from < end; from += BODY_BLOCK) {
    const count = startBlock(world, from, min(from + BODY_BLOCK, end), context.scratch);
    PlainGroups.fill(world, PlainGroups.first(world, context.cluster, from), from, count, context.scratch);
  }
  integrateVelocities(world, start, end, worker);
}

/** Puts those that are integrated side by side before the others. Returns how many there are. */
function startBlock(world: World, start: i32, end: i32, room: usize): i32 {
  const order = world.bodyOrder;
  let next = start,
    others = room;
  for (let i = start; i < end; i++) {
    const index = order.id(i);
    const sim = Bodies.sim(world, index);
    if (isPlain(sim)) order.setId(next++, index);
    else {
      store<i32>(others, index);
      others += 4;
    }
    if (sim.type != BodyType.Dynamic) continue;
    const state = Bodies.state(world, index),
      motion = Bodies.motion(world, index);
    motion.startOmega = state.angular;
    state.angular = Spin.toSolver(sim, state.angular);
    motion.startSpin = state.angular;
    motion.freeLinear = state.linear;
    motion.freeAngular = state.angular;
  }
  memory.copy(order.at(next), room, others - room);
  return next - start;
}

/**
 * Gravity, forces, damping, gyroscopic torque; then the contact impulses of the substep before once more. Their sum on a body is what they
 * changed its velocities by, so this is the warm start of all contacts at once. Those that precess go four at a time (integrate-four.ts).
 * Reads: World settings, body sims. Writes: body states and motions. Items: awake bodies, by clusters.
 */
export function integrateVelocities(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker),
    h = world.h,
    gravity = world.gravity,
    most = Tuning.MAX_ROTATION / world.dt;
  for (let from = start; from < end; from += BODY_BLOCK) {
    let group = PlainGroups.first(world, context.cluster, from);
    const other = from + group.bodyCount;
    for (let i = from; i < other; i += 4) {
      IntegrateFour.velocities(world, group, context.scratch);
      group = PlainGroups.next(group);
    }
    for (let i = other, to = min(from + BODY_BLOCK, end); i < to; i++) {
      const index = world.bodyOrder.id(i);
      const sim = Bodies.sim(world, index);
      if (sim.type != BodyType.Dynamic) continue;
      if (
        !isStraight(sim) ||
        !Straight.velocity(sim, Bodies.state(world, index), Bodies.motion(world, index), h, gravity, most)
      )
        Integrate.velocity(world, index);
    }
  }
}

/** In place: most loops over bodies do little else. */
class Integrate {
  /** Of one body, whatever acts on it. */
  // @ts-ignore: decorator
  @inline static velocity(world: World, index: i32): void {
    const h = world.h,
      gravity = world.gravity,
      sim = Bodies.sim(world, index);
    const state = Bodies.state(world, index),
      motion = Bodies.motion(world, index);
    const m = sim.inverseMass;
    let linear = state.linear,
      angular = state.angular;
    const impulse = V.sub(linear, motion.freeLinear),
      twist = V.sub(angular, motion.freeAngular);
    let acceleration = V.scale(gravity, sim.gravityScale);
    if (sim.hasForce != 0) {
      acceleration = V.addScaled(acceleration, sim.force, m);
      angular = V.addScaled(angular, Spin.change(sim, sim.torque), h);
    }
    linear = V.addScaled(linear, acceleration, h);
    // Implicit damping, v / (1 + c h): stable for any c.
    if (sim.linearDamping != 0) linear = V.scale(linear, 1 / (1 + h * sim.linearDamping));
    if (sim.angularDamping != 0) angular = V.scale(angular, 1 / (1 + h * sim.angularDamping));
    let spinSquared = V.lengthSquared(angular) * sim.spinBound;
    if (spinSquared > ABSURD_SPIN) {
      angular = V.capped(angular, Tuning.MAX_SPIN / sqrt<f32>(sim.spinBound));
      spinSquared = V.lengthSquared(angular) * sim.spinBound;
    }
    if (sim.gyroscopic != 0 && spinSquared * h * h > NO_PRECESSION) {
      const rotation = Q.multiply(motion.deltaRotation, sim.rotation);
      // The change alone is converted: rounding then scales with it, not with the whole.
      const change = gyroscopic(sim, rotation, Spin.fromSolver(sim, angular), h);
      angular = V.add(angular, Spin.toSolver(sim, change));
    }
    linear = V.capped(linear, Tuning.MAX_SPEED);
    const most = Tuning.MAX_ROTATION / world.dt;
    if (spinSquared > most * most && (sim.flags & BodyFlag.Bullet) == 0) {
      const spin2 = V.lengthSquared(Spin.fromSolver(sim, angular));
      if (spin2 > most * most) angular = V.scale(angular, most / sqrt<f32>(spin2));
    }
    motion.freeLinear = V.xyz(linear);
    motion.freeAngular = V.xyz(angular);
    linear = V.add(linear, impulse);
    angular = V.add(angular, twist);
    const locks = sim.flags >> 3;
    if (locks != 0) {
      linear = unlocked(linear, locks);
      angular = unlockedSpin(sim, angular, locks);
    }
    state.linear = V.withW(linear, m);
    state.angular = V.xyz(angular);
  }

  // @ts-ignore: decorator
  @inline static position(world: World, index: i32): void {
    const h = world.h;
    const state = Bodies.state(world, index),
      sim = Bodies.sim(world, index),
      motion = Bodies.motion(world, index);
    const locks = sim.flags >> 3;
    if (locks != 0 && sim.type == BodyType.Dynamic) {
      state.linear = V.withW(unlocked(state.linear, locks), sim.inverseMass);
      state.angular = unlockedSpin(sim, state.angular, locks);
    }
    state.deltaPosition = V.xyz(V.addScaled(state.deltaPosition, state.linear, h));
    const rotation = Q.integrate(motion.deltaRotation, V.scale(Spin.fromSolver(sim, state.angular), h));
    motion.deltaRotation = rotation;
    // Twice the vector part is the turn in radians, to first order.
    state.deltaTurn = Spin.toSolver(sim, V.xyz(V.add(rotation, rotation)));
  }
}

/** The same for bodies that `isStraight` holds of. */
class Straight {
  /** False, and nothing done, where one is too fast to go on like this. */
  // @ts-ignore: decorator
  @inline static velocity(sim: BodySim, state: BodyState, motion: BodyMotion, h: f32, gravity: v128, most: f32): bool {
    const impulse = V.sub(state.linear, motion.freeLinear),
      twist = V.sub(state.angular, motion.freeAngular);
    let linear = V.addScaled(state.linear, V.scale(gravity, sim.gravityScale), h),
      angular = state.angular;
    if (sim.linearDamping != 0) linear = V.scale(linear, 1 / (1 + h * sim.linearDamping));
    if (sim.angularDamping != 0) angular = V.scale(angular, 1 / (1 + h * sim.angularDamping));
    if (
      V.lengthSquared(angular) * sim.spinBound > most * most ||
      V.lengthSquared(linear) > Tuning.MAX_SPEED * Tuning.MAX_SPEED
    )
      return false;
    linear = V.xyz(linear);
    motion.freeLinear = linear;
    motion.freeAngular = V.xyz(angular);
    state.linear = V.withW(V.add(linear, impulse), sim.inverseMass);
    state.angular = V.xyz(V.add(angular, twist));
    return true;
  }

  // @ts-ignore: decorator
  @inline static position(sim: BodySim, state: BodyState, motion: BodyMotion, h: f32): void {
    state.deltaPosition = V.xyz(V.addScaled(state.deltaPosition, state.linear, h));
    const rotation = Q.integrate(motion.deltaRotation, V.scale(V.mul(sim.rootDiagonal, state.angular), h));
    motion.deltaRotation = rotation;
    state.deltaTurn = V.mul(sim.rootDiagonalInverse, V.xyz(V.add(rotation, rotation)));
  }
}

/** A body that does not precess, so that its S is not turned with it, on which no force acts and no lock, and whose S is diagonal. */
function isStraight(sim: BodySim): bool {
  return sim.gyroscopic == 0 && sim.hasForce == 0 && sim.flags >> 3 == 0 && V.w(sim.rootDiagonal) != 0;
}

/** For integrate-four.ts. */
export function integrateVelocity(world: World, index: i32): void {
  Integrate.velocity(world, index);
}

export function unlockedSpin(sim: BodySim, angular: v128, locks: u32): v128 {
  const flags = locks >> 3;
  if ((flags & 7) == 0) return angular;
  return Spin.toSolver(sim, unlocked(Spin.fromSolver(sim, angular), flags));
}

/** (rad/s)²: what a torque that nobody means can do. Precession of it would not be finite. */
const ABSURD_SPIN: f32 = 1e16;
/** Below this turn in a substep, rad², precession is under the noise of f32. */
export const NO_PRECESSION: f32 = 1e-9;
/** ...and below this one, five rounds of iteration come as near as Newton's two. */
export const SLOW_PRECESSION: f32 = 0.01;
export const PRECESSION_ROUNDS: i32 = 5;

/**
 * Change of ω by torque-free precession, by the implicit midpoint rule in body space, I (ω' - ω) + h ω̄ × I ω̄ = 0 with ω̄ = (ω + ω') / 2.
 * The rule keeps quadratic invariants, which energy and the square of the angular momentum both are.
 * Sources: E. Catto, "Numerical Methods" (GDC 2015), for solving in body space; E. Hairer et al., "Geometric Numerical
 * Integration" (2006), IV.2, for the invariants.
 */
function gyroscopic(sim: BodySim, rotation: v128, angular: v128, h: f32): v128 {
  const inertia = changetype<usize>(sim) + offsetof<BodySim>('localInertia0');
  const old = V.xyz(Q.unrotate(rotation, angular));
  const w =
    isDiagonal(inertia) && V.lengthSquared(old) * h * h < SLOW_PRECESSION
      ? midpointByIteration(inertia, old, h)
      : midpointByNewton(inertia, old, h);
  return V.xyz(Q.rotate(rotation, V.sub(w, old)));
}

/** Of nearly all bodies: their axes are the principal ones, up to the rounding of a collider's rotation. */
function isDiagonal(inertia: usize): bool {
  const xy = load<f32>(inertia, 4),
    xz = load<f32>(inertia, 8),
    yz = load<f32>(inertia, 24);
  return abs<f32>(xy) + abs<f32>(xz) + abs<f32>(yz) <= 1e-6 * (load<f32>(inertia) + load<f32>(inertia, 20));
}

/** Euler's equations, axis by axis. Each round shrinks the error to a fourteenth: two moments differ by no more than the third. */
function midpointByIteration(inertia: usize, old: v128, h: f32): v128 {
  const moments = V.of(load<f32>(inertia), load<f32>(inertia, 20), load<f32>(inertia, 40));
  const next = V.yzx(moments),
    last = V.yzx(next);
  const share = V.xyz(V.scale(f32x4.div(V.sub(next, last), V.withW(moments, 1)), h));
  let w = old;
  for (let i = 0; i < PRECESSION_ROUNDS; i++) {
    const middle = V.scale(V.add(old, w), 0.5);
    const ahead = V.yzx(middle);
    w = V.add(old, V.mul(share, V.mul(ahead, V.yzx(ahead))));
  }
  return w;
}

function midpointByNewton(inertia: usize, old: v128, h: f32): v128 {
  const c0 = v128.load(inertia),
    c1 = v128.load(inertia, 16),
    c2 = v128.load(inertia, 32);
  let w = old;
  for (let i = 0; i < 2; i++) {
    const middle = V.scale(V.add(old, w), 0.5);
    const momentum = M.mul(inertia, middle);
    const residual = V.addScaled(M.mul(inertia, V.sub(w, old)), V.cross(middle, momentum), h);
    // Jacobian: I + h/2 ([ω̄] I - [I ω̄]), column by column.
    const j0 = V.addScaled(c0, V.sub(V.cross(middle, c0), V.cross(momentum, V.of(1, 0, 0))), 0.5 * h);
    const j1 = V.addScaled(c1, V.sub(V.cross(middle, c1), V.cross(momentum, V.of(0, 1, 0))), 0.5 * h);
    const j2 = V.addScaled(c2, V.sub(V.cross(middle, c2), V.cross(momentum, V.of(0, 0, 1))), 0.5 * h);
    w = V.sub(w, M.solve(j0, j1, j2, residual));
  }
  return w;
}

/** Reads: velocities. Writes: motion of the step so far. Items: awake bodies, by clusters. */
export function integratePositions(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker),
    h = world.h;
  for (let from = start; from < end; from += BODY_BLOCK) {
    let group = PlainGroups.first(world, context.cluster, from);
    const other = from + group.bodyCount;
    for (let i = from; i < other; i += 4) {
      IntegrateFour.positions(world, group, context.scratch);
      group = PlainGroups.next(group);
    }
    for (let i = other, to = min(from + BODY_BLOCK, end); i < to; i++) {
      const index = world.bodyOrder.id(i);
      const sim = Bodies.sim(world, index);
      if (isStraight(sim)) Straight.position(sim, Bodies.state(world, index), Bodies.motion(world, index), h);
      else Integrate.position(world, index);
    }
  }
}
