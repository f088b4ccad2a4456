import { LAYOUT_HASH } from '../generated/layout';
import { Pages } from '../memory/pages';
import { Table } from '../memory/table';
import { Bits } from '../memory/bits';
import { Tree, TreeNode } from '../broadphase/tree';
import { PairSet } from '../broadphase/pair-set';
import { Body, BodyMotion, BodySim, BodyState } from '../bodies/body';
import { Collider } from '../bodies/collider';
import { CONTACT_SIZE } from '../contacts/contact';
import { Joint } from '../joints/joint';
import { JointRow } from '../joints/joint-row';
import { Geometry } from '../shapes/geometry';
import { Island } from '../islands/island';
import { Event, EventPoint, JointReading } from '../generated/layout';
import { Graph } from '../solver/graph';
import { QUERY_SCRATCH } from '../queries/answer';
import { FastBody } from '../continuous/fast-bodies';
import { QueryJob } from '../queries/query-job';
import { NULL_SIM, NULL_SIZE } from '../solver/prepare-contacts';
import { Sync, SYNC_SIZE } from '../threads/sync';
import { Ring } from '../io/ring';
import { Q } from '../math/quat';
import { V } from '../math/vec';
import { Colour, MAX_WORKERS, SCRATCH, World, WorkerContext } from './world';
import { NONE, Tuning } from '../constants';

/** Small records of a world lie together behind it; this holds them all, but for the workers' scratch. */
const ARENA: usize = 1 << 16;
const FIRST_INBOX: u32 = 1 << 18;
const FIRST_OUTBOX: u32 = 1 << 18;

/** Hands out pieces of the arena, each on its own cache line. */
class Arena {
  static take(world: World, size: usize): usize {
    const at = (world.arena + 63) & ~63;
    world.arena = at + size;
    return at;
  }
  static table(world: World, stride: usize, before: i32 = 0): Table {
    const table = changetype<Table>(Arena.take(world, offsetof<Table>()));
    table.setUp(stride, before);
    return table;
  }
  static bits(world: World): Bits {
    return changetype<Bits>(Arena.take(world, offsetof<Bits>()));
  }
  static tree(world: World): Tree {
    const tree = changetype<Tree>(Arena.take(world, offsetof<Tree>()));
    tree.setUp(Arena.table(world, offsetof<TreeNode>()), Arena.table(world, 8));
    return tree;
  }
}

/**
 * Lays out an empty world behind the heap base. `maxPages`: limit of the memory in pages of 64 KiB. Returns 0 when there is
 * no memory for it.
 */
export function createWorld(workers: i32, cores: i32, maxPages: i32): usize {
  const base = (__heap_base + 4095) & ~4095;
  const threads = min(max(workers, 1), MAX_WORKERS) as usize;
  const bitmap = base + ARENA + threads * SCRATCH + (threads + 1) * QUERY_SCRATCH;
  const end = bitmap + Pages.sizeFor(maxPages);
  while ((memory.size() as usize) * 65536 < end) if (memory.grow(1) < 0) return 0;
  memory.fill(base, 0, end - base);
  const world = changetype<World>(base);
  world.arena = base + offsetof<World>();
  world.layoutHash = LAYOUT_HASH;
  world.workers = min(max(workers, 1), MAX_WORKERS);
  world.cores = max(cores, 1);
  world.activeWorkers = 1;
  const pages = changetype<Pages>(Arena.take(world, offsetof<Pages>()));
  pages.setUp(bitmap, maxPages, end);
  world.pages = pages;
  world.sync = changetype<Sync>(Arena.take(world, SYNC_SIZE));

  world.bodies = Arena.table(world, offsetof<Body>(), 1);
  world.bodySims = Arena.table(world, offsetof<BodySim>(), 1);
  world.bodyStates = Arena.table(world, offsetof<BodyState>(), 1);
  world.bodyMotions = Arena.table(world, offsetof<BodyMotion>(), 1);
  world.colliders = Arena.table(world, offsetof<Collider>());
  world.contacts = Arena.table(world, CONTACT_SIZE);
  world.joints = Arena.table(world, offsetof<Joint>());
  world.jointRows = Arena.table(world, offsetof<JointRow>());
  world.jointReadings = Arena.table(world, JointReading.STRIDE);
  world.islands = Arena.table(world, offsetof<Island>());
  world.geometries = Arena.table(world, offsetof<Geometry>());
  world.awakeBodies = Arena.table(world, 4);
  world.awakeContacts = Arena.table(world, 4);
  world.awakeIslands = Arena.table(world, 4);
  world.linkedIslands = Arena.table(world, 4);
  world.splitStack = Arena.table(world, 4);
  world.moved = Arena.table(world, 4);
  world.targets = Arena.table(world, 4);
  world.teleported = Arena.table(world, 4);
  world.pairList = Arena.table(world, 8);
  world.poseBuffer = Arena.table(world, 64);
  world.events = Arena.table(world, Event.STRIDE);
  world.eventPoints = Arena.table(world, EventPoint.STRIDE);
  world.groups = Arena.table(world, 4);
  world.staticTree = Arena.tree(world);
  world.kinematicTree = Arena.tree(world);
  world.dynamicTree = Arena.tree(world);
  world.pairs = changetype<PairSet>(Arena.take(world, offsetof<PairSet>()));
  world.splitIsland = NONE;

  world.colours = Arena.take(world, ((Tuning.COLOURS + 1) as usize) << 2);
  for (let i = 0; i <= Tuning.COLOURS; i++) {
    const colour = changetype<Colour>(Arena.take(world, offsetof<Colour>()));
    store<usize>(world.colours + ((i as usize) << 2), changetype<usize>(colour));
    colour.bodies = Arena.bits(world);
    colour.contacts = Arena.table(world, 4);
    colour.joints = Arena.table(world, 4);
    Graph.setUp(world, colour);
  }
  world.query = changetype<QueryJob>(Arena.take(world, offsetof<QueryJob>()));
  world.fastBodies = Arena.table(world, offsetof<FastBody>());
  world.queryCounts = Arena.table(world, 4);
  // One more than workers: the page's own instance answers queries too.
  world.contexts = Arena.take(world, ((MAX_WORKERS + 1) as usize) << 2);
  for (let i = 0; i <= world.workers; i++) {
    const context = changetype<WorkerContext>(Arena.take(world, offsetof<WorkerContext>()));
    store<usize>(world.contexts + ((i as usize) << 2), changetype<usize>(context));
    context.query = i < world.workers ? world.query : changetype<QueryJob>(Arena.take(world, offsetof<QueryJob>()));
    context.queryScratch = Arena.take(world, QUERY_SCRATCH);
  }
  for (let i = 0; i < world.workers; i++) {
    const context = world.context(i);
    context.touchBits = Arena.bits(world);
    context.hitBits = Arena.bits(world);
    context.movedBits = Arena.bits(world);
    context.fastBits = Arena.bits(world);
    context.awakeIslandBits = Arena.bits(world);
    context.pairs = Arena.table(world, 8);
    context.scratch = Arena.take(world, SCRATCH);
  }
  world.spareEvent = Arena.take(world, Event.STRIDE);
  world.nullState = Arena.take(world, NULL_SIZE);
  v128.store(world.nullState, Q.identity(), 48);
  v128.store(world.nullState + NULL_SIM, Q.identity(), 16);

  world.inboxSegment = Ring.create(world, FIRST_INBOX);
  world.outboxSegment = Ring.create(world, FIRST_OUTBOX);
  if (world.inboxSegment == 0 || world.outboxSegment == 0 || !world.events.reserve(pages, 64)) return 0;
  world.outboxOldest = world.outboxSegment;
  world.inbox = world.inboxSegment as u32;
  world.outbox = world.outboxSegment as u32;
  setDefaults(world);
  return base;
}

/** In force until the page's first SetWorld. */
function setDefaults(world: World): void {
  world.gravity = V.of(0, -9.81, 0);
  world.dt = 1.0 / 60.0;
  world.substeps = 4;
  world.h = world.dt / 4;
  world.inverseH = 240;
  world.flags = 3;
  world.contactHertz = 50;
  world.contactDampingRatio = 5;
  world.contactPushSpeed = 3;
  world.jointHertz = 80;
  world.jointDampingRatio = 10;
  world.restitutionThreshold = 1;
  world.hitSpeedThreshold = 1;
}
