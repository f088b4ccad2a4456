import { World, WorkerContext } from '../world/world';
import { BodyFlag, BodyType, ColliderFlag } from '../generated/layout';
import { Bodies, BodySim, BodyState } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { Pose } from '../bodies/finalize';
import { Proxies } from '../broadphase/proxies';
import { TREE_WALK_SIZE, TreeWalk } from '../broadphase/tree-walk';
import { mayCollide } from '../contacts/lifecycle';
import { Convex, CONVEX_SIZE } from '../convex/convex';
import { Gjk } from '../convex/gjk';
import { Pieces, PIECES_SIZE } from '../convex/pieces';
import { FramePoses } from '../io/frame-poses';
import { Surface } from '../mesh/surface';
import { erode } from './erode';
import { FastBodies, FastBody } from './fast-bodies';
import { holdBack, noteCatch } from './hold-back';
import { Sweep, SWEEP_SIZE } from './sweep';
import { advance, creep, Impact, surely } from './time-of-impact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE, Tuning } from '../constants';

/** How deep a stopped body may overlap what stopped it: what rests or slides on a surface is within that from the start. */
const DEPTH: f32 = 2 * Tuning.LINEAR_SLOP;
/** ...but never more than this part of its smallest half width. */
const DEPTH_FRACTION: f32 = 0.25;
/** Where the point that touches would go no deeper than this part of it in the rest of the step, the shape slides or turns on. */
const GRAZE_FRACTION: f32 = 0.25;
/** Where less than this part of it overlaps, the next step knows on which side the shape was. */
const INNER_FRACTION: f32 = 0.5;
/** m: less is not halved any more. */
const NEARLY_NOTHING: f32 = 1e-4;

// What lies where in a worker's scratch.
const SHAPE: usize = (SWEEP_SIZE + 15) & ~15;
const OTHER: usize = SHAPE + CONVEX_SIZE;
const WALK: usize = OTHER + CONVEX_SIZE;
const PIECES: usize = WALK + TREE_WALK_SIZE;
const GJK: usize = (PIECES + PIECES_SIZE + 15) & ~15;

/**
 * Stage 11. Reads: trees, colliders, bodies, as the step left them. Writes: how far each of its bodies goes. Items: fast bodies.
 * Everything else stands where it is at the end of the step: two bullets may still pass through each other.
 */
export function findImpacts(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  const sweep = changetype<Sweep>(context.scratch);
  for (let i = start; i < end; i++) {
    const fast = FastBodies.at(world, i);
    const index = fast.body;
    const sim = Bodies.sim(world, index);
    sweep.setBody(sim, Bodies.state(world, index), Bodies.motion(world, index));
    for (let id = Bodies.body(world, index).colliderHead; id != NONE;) {
      const collider = Colliders.at(world, id);
      if ((collider.flags & ColliderFlag.Sensor) == 0 && collider.proxy != NONE && !Surface.is(collider.shape)) {
        sweep.setCollider(sim, collider);
        impactsOf(world, context, collider, sim, sweep, fast);
      }
      id = collider.next;
    }
  }
}

/** First impact of one collider, if it comes before the one known. */
function impactsOf(
  world: World,
  context: WorkerContext,
  collider: Collider,
  sim: BodySim,
  sweep: Sweep,
  fast: FastBody,
): void {
  // A ball around the collider that goes from start to end, and the bulge of the arc that its middle may go on.
  const radius = Colliders.maxExtent(collider, collider.localPosition);
  const bulge: f32 = 0.125 * sweep.spin * sweep.spin * sweep.extent;
  const shape = changetype<Convex>(context.scratch + SHAPE);
  sweep.place(shape, 0);
  const from = shape.position;
  sweep.place(shape, 1);
  const around = f32x4.splat(radius + bulge);
  const low = V.sub(V.min(from, shape.position), around),
    high = V.add(V.max(from, shape.position), around);
  const walk = changetype<TreeWalk>(context.scratch + WALK);
  const gjk = changetype<Gjk>(context.scratch + GJK);
  const isHeld = (sim.flags & BodyFlag.Bullet) == 0 && Bodies.body(world, sim.body).jointHead != NONE;
  const last = (sim.flags & BodyFlag.Bullet) != 0 ? BodyType.Dynamic : BodyType.Kinematic;
  for (let type: u32 = BodyType.Static; type <= last; type++) {
    walk.start(Proxies.tree(world, type), low, high);
    for (let id = walk.next(); id != NONE; id = walk.next()) {
      const other = Colliders.at(world, id);
      if ((other.flags & ColliderFlag.Sensor) != 0 || !mayCollide(world, collider, other)) continue;
      const pieces = changetype<Pieces>(context.scratch + PIECES);
      const piece = changetype<Convex>(context.scratch + OTHER);
      pieces.start(other, low, high);
      while (pieces.next(piece)) {
        const t = impact(context, collider, sweep, piece, isHeld, fast.fraction);
        if (t >= fast.fraction) continue;
        fast.fraction = t;
        // Bodies that can be pushed themselves are left to the contact.
        fast.isCaught = sweep.isCaught & (type != BodyType.Dynamic ? 1 : 0);
        if (fast.isCaught != 0) noteCatch(world, fast, other, gjk, sweep, t);
      }
    }
  }
}

/**
 * When the collider must stop for a convex piece of another one, or Impact.MISSES: where the inner half of it would get into the piece, at
 * the time its surface does. Less deep than that, the next narrowphase sees it and the contact does better. What touches from the
 * start, or slides or turns along the piece, stops when the inner half is there; held by joints (`isHeld`), when the middle is.
 */
function impact(
  context: WorkerContext,
  collider: Collider,
  sweep: Sweep,
  piece: Convex,
  isHeld: bool,
  limit: f32,
): f32 {
  const shape = changetype<Convex>(context.scratch + SHAPE);
  const gjk = changetype<Gjk>(context.scratch + GJK);
  const extent = Colliders.minExtent(collider);
  shape.setCollider(collider);
  sweep.isCaught = 0;
  // Pulled back alone, a body would tear at its joints: less stops it.
  if (isHeld) return middle(sweep, shape, piece, gjk, extent, limit);
  const inner = erode(shape, extent, INNER_FRACTION * extent);
  const deep = advance(gjk, sweep, shape, piece, shape.radius + piece.radius - inner, 0.1 * extent, limit);
  if (deep == Impact.MISSES) return deep;
  if (deep == Impact.FROM_START) {
    const further = caught(sweep, shape, piece, gjk, shape.radius + piece.radius - inner, limit);
    if (further != Impact.FROM_START) return further;
    shape.setCollider(collider);
    return middle(sweep, shape, piece, gjk, extent, limit);
  }
  shape.setCollider(collider);
  const depth = erode(shape, extent, min(DEPTH, DEPTH_FRACTION * extent));
  const t = advance(gjk, sweep, shape, piece, shape.radius + piece.radius - 0.5 * depth, 0.25 * depth + 1e-4, limit);
  if (t < 0 || t > deep) return deep;
  // How far the point that touches would still go into the other shape.
  const arm = V.sub(V.add(shape.position, gjk.toWorld(gjk.pointA)), sweep.centerAt(t));
  return approach(sweep, gjk, arm) * (1 - t) > GRAZE_FRACTION * extent ? t : deep;
}

/** How far a point, from the centre of mass, would come towards the other shape in the whole sweep. */
function approach(sweep: Sweep, gjk: Gjk, arm: v128): f32 {
  return V.dot(V.add(sweep.delta, V.cross(sweep.turn, arm)), gjk.toWorld(gjk.normal));
}

/** When the middle of a shape would get into the piece; never, where it is inside from the start. */
function middle(sweep: Sweep, shape: Convex, piece: Convex, gjk: Gjk, extent: f32, limit: f32): f32 {
  const arm = sweep.arm;
  sweep.arm = V.xyz(V.add(arm, Q.rotate(sweep.localRotation, shape.center())));
  shape.setBall(0);
  let t = advance(gjk, sweep, shape, piece, piece.radius, 0.1 * extent, limit);
  if (t == Impact.FROM_START) t = caught(sweep, shape, piece, gjk, piece.radius, limit);
  sweep.arm = arm;
  return t == Impact.FROM_START ? Impact.MISSES : t;
}

/**
 * As `advance`, of cores that are near from the start: in half of what is left between them. The contact has had a step for turning the
 * body away; with a single point far from the middle it takes more than one, in which the body would get through bit by bit.
 */
function caught(sweep: Sweep, shape: Convex, piece: Convex, gjk: Gjk, target: f32, limit: f32): f32 {
  const gap = surely(gjk) - target;
  if (gap <= 0) return Impact.FROM_START;
  sweep.isCaught = 1;
  if (gap > NEARLY_NOTHING) return advance(gjk, sweep, shape, piece, target, 0.5 * gap, limit);
  return creep(gjk, sweep, shape, piece, target, limit);
}

/** Reads: how far each body goes. Writes: its pose, colliders and pose slot, the worker's bits of moved proxies. Items: fast bodies. */
export function stopAtImpacts(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  const sweep = changetype<Sweep>(context.scratch);
  for (let i = start; i < end; i++) {
    const fast = FastBodies.at(world, i);
    const index = fast.body;
    const state = Bodies.state(world, index),
      motion = Bodies.motion(world, index);
    if (fast.fraction < 1) {
      sweep.setBody(Bodies.sim(world, index), state, motion);
      moveTo(world, context, index, V.xyz(sweep.centerAt(fast.fraction)), sweep.rotationAt(fast.fraction));
      if (fast.isCaught != 0) holdBack(world, fast);
    }
    state.deltaPosition = V.zero();
    motion.deltaRotation = Q.identity();
  }
}

/** Places an awake body elsewhere than the step has. */
export function moveTo(world: World, context: WorkerContext, index: i32, center: v128, rotation: v128): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index);
  Pose.place(sim, center, rotation, V.scale(Bodies.state(world, index).angular, 0.5 * world.dt));
  Pose.placeColliders(world, context, body, sim, Bodies.state(world, index));
  FramePoses.store(world, body.awakeIndex, index);
}
