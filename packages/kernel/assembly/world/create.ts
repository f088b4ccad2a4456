import { LAYOUT_HASH } from '../generated/layout';
import { Pages } from '../memory/pages';
import { Table } from '../memory/table';
import { Bits } from '../memory/bits';
import { Tree, TreeNode } from '../broadphase/tree';
import { PairSet } from '../broadphase/pair-set';
import { Body, BodyMotion, BodySim, BodyState } from '../bodies/body';
import { Collider } from '../bodies/collider';
import { AwakePair } from '../contacts/awake-pair';
import { CONTACT_SIZE } from '../contacts/contact';
import { Joint } from '../joints/joint';
import { ArticulationGroup } from '../joints/articulation-group';
import { Articulation, ArticulationBlock, ArticulationNode } from '../joints/articulation';
import { JointRow } from '../joints/joint-row';
import { Geometry } from '../shapes/geometry';
import { Island } from '../islands/island';
import { Event, EventPoint, JointReading } from '../generated/layout';
import { CLUSTER_SIZE } from '../solver/cluster';
import { SHARED_GROUPS } from '../solver/shared-groups';
import { SHARED_PLACES } from '../solver/shared-places';
import { GROUP_SIZE } from '../solver/contact-group';
import { PlainGroup } from '../solver/plain-group';
import { QUERY_SCRATCH } from '../queries/scratch';
import { FastBody } from '../continuous/fast-bodies';
import { QueryJob } from '../queries/query-job';
import { NULL_SIM, NULL_SIZE } from '../solver/prepare-contacts';
import { Sync, Syncs } from '../threads/sync';
import { Ring } from '../io/ring';
import { MAX_PARTS, PART_SIZE, PartKind, Parts } from '../snapshot/parts';
import { Q } from '../math/quat';
import { V } from '../math/vec';
import { WideNode } from '../broadphase/wide-tree';
import { Stage } from './clock';
import { Colour, MAX_WORKERS, NEAR_PAIRS, SCRATCH, World, WorkerContext } from './world';
import { NONE, Tuning } from '../constants';

/** Small records of a world lie together behind it; this holds them all, but for the workers' scratch. */
const ARENA: usize = (1 << 16) + SHARED_PLACES + SHARED_GROUPS;
const NEAR_BYTES: usize = ((NEAR_PAIRS as usize) << 3) + 16;
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
}

/** As Arena, for what belongs to the state of the simulation: a snapshot holds it. */
class State {
  static table(world: World, stride: usize, before: i32 = 0): Table {
    const table = Arena.table(world, stride, before);
    Parts.add(world, PartKind.TABLE, changetype<usize>(table), 0);
    return table;
  }
  static bits(world: World): Bits {
    const bits = Arena.bits(world);
    Parts.add(world, PartKind.BITS, changetype<usize>(bits), 0);
    return bits;
  }
  static pairs(world: World): PairSet {
    const pairs = changetype<PairSet>(Arena.take(world, offsetof<PairSet>()));
    Parts.add(world, PartKind.PAIRS, changetype<usize>(pairs), 0);
    return pairs;
  }
  static tree(world: World): Tree {
    const tree = changetype<Tree>(Arena.take(world, offsetof<Tree>()));
    tree.setUp(State.table(world, offsetof<TreeNode>()), Arena.table(world, 8));
    const at = changetype<usize>(tree);
    Parts.add(world, PartKind.FIELDS, at + offsetof<Tree>('root'), 4);
    Parts.add(world, PartKind.FIELDS, at + offsetof<Tree>('leafCount'), 4);
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
  const bitmap = base + ARENA + threads * (SCRATCH + NEAR_BYTES) + (threads + 1) * QUERY_SCRATCH;
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
  world.sync = changetype<Sync>(Arena.take(world, Syncs.sizeFor(world.workers)));

  world.parts = Arena.take(world, (MAX_PARTS as usize) * PART_SIZE);
  // The page reads the handles of these two out of a saved state: they come first.
  world.bodies = State.table(world, offsetof<Body>(), 1);
  world.joints = State.table(world, offsetof<Joint>());
  world.bodySims = State.table(world, offsetof<BodySim>(), 1);
  world.bodyStates = State.table(world, offsetof<BodyState>(), 1);
  world.bodyMotions = State.table(world, offsetof<BodyMotion>(), 1);
  world.colliders = State.table(world, offsetof<Collider>());
  world.contacts = State.table(world, CONTACT_SIZE);
  world.jointRows = State.table(world, offsetof<JointRow>());
  world.jointReadings = State.table(world, JointReading.STRIDE);
  world.articulations = Arena.table(world, offsetof<Articulation>());
  world.articulationJoints = Arena.table(world, 4);
  world.articulationNodes = Arena.table(world, offsetof<ArticulationNode>());
  world.articulationBlocks = Arena.table(world, offsetof<ArticulationBlock>());
  world.articulationTargets = Arena.table(world, 4);
  world.articulationGroups = Arena.table(world, offsetof<ArticulationGroup>());
  world.articulationGroupOrder = Arena.table(world, 4);
  world.articulationRooms = Arena.table(world, 16);
  world.groupLeaders = Arena.bits(world);
  world.islands = State.table(world, offsetof<Island>());
  world.geometries = State.table(world, offsetof<Geometry>());
  world.awakeBodies = State.table(world, 4);
  world.awakeContacts = State.table(world, 4);
  world.awakePairs = State.table(world, offsetof<AwakePair>());
  world.awakeIslands = State.table(world, 4);
  world.linkedIslands = State.table(world, 4);
  world.splitStack = State.table(world, 4);
  world.moved = State.table(world, 4);
  world.targets = State.table(world, 4);
  world.teleported = State.table(world, 4);
  world.pairList = State.table(world, 8);
  world.wideNodes = Arena.table(world, offsetof<WideNode>());
  world.poseBuffer = State.table(world, 64);
  world.events = State.table(world, Event.STRIDE);
  world.eventPoints = State.table(world, EventPoint.STRIDE);
  world.staticTree = State.tree(world);
  world.kinematicTree = State.tree(world);
  world.dynamicTree = State.tree(world);
  world.pairs = State.pairs(world);
  world.splitIsland = NONE;

  world.colours = Arena.take(world, ((Tuning.COLOURS + 1) as usize) << 2);
  for (let i = 0; i <= Tuning.COLOURS; i++) {
    const colour = changetype<Colour>(Arena.take(world, offsetof<Colour>()));
    store<usize>(world.colours + ((i as usize) << 2), changetype<usize>(colour));
    colour.bodies = State.bits(world);
    colour.contacts = State.table(world, 4);
    colour.movers = State.table(world, 4);
    colour.joints = State.table(world, 4);
  }
  world.clusters = Arena.table(world, CLUSTER_SIZE);
  world.bodyOrder = Arena.table(world, 4);
  world.plainGroups = Arena.table(world, offsetof<PlainGroup>());
  world.contactOrder = Arena.table(world, 4);
  world.moverOrder = Arena.table(world, 4);
  world.jointOrder = Arena.table(world, 4);
  world.bodyClusters = Arena.table(world, 4, 1);
  world.islandClusters = Arena.table(world, 4);
  world.sharedPlaces = Arena.take(world, SHARED_PLACES);
  world.sharedGroups = Arena.take(world, SHARED_GROUPS);
  world.groups = Arena.table(world, GROUP_SIZE);
  world.fastBodies = State.table(world, offsetof<FastBody>());
  world.drawn = Arena.table(world, 4);
  addFields(world);
  world.query = changetype<QueryJob>(Arena.take(world, offsetof<QueryJob>()));
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
    context.near = Arena.take(world, NEAR_BYTES);
  }
  world.spareEvent = Arena.take(world, Event.STRIDE);
  world.stageEnds = Arena.take(world, (Stage.WHOLE as usize) << 2);
  world.nullState = Arena.take(world, NULL_SIZE);
  v128.store(world.nullState, Q.identity(), 48);
  v128.store(world.nullState + NULL_SIM, Q.identity(), 16);

  world.inboxSegment = Ring.create(world, FIRST_INBOX);
  world.outboxSegment = Ring.create(world, FIRST_OUTBOX);
  if (world.inboxSegment == 0 || world.outboxSegment == 0 || !world.events.reserve(pages, 64)) return 0;
  if (!world.clusters.reserve(pages, 1)) return 0;
  world.outboxOldest = world.outboxSegment;
  world.inbox = world.inboxSegment as u32;
  world.outbox = world.outboxSegment as u32;
  setDefaults(world);
  return base;
}

/** Numbers of the world itself that belong to the state. */
function addFields(world: World): void {
  Parts.addFields(world, offsetof<World>('stepCount'), offsetof<World>('stepCount') + 4);
  Parts.addFields(world, offsetof<World>('time'), offsetof<World>('time') + 8);
  Parts.addFields(world, offsetof<World>('gravity'), offsetof<World>('blockOrderSeed') + 4);
  Parts.addFields(world, offsetof<World>('splitIsland'), offsetof<World>('islandCount') + 4);
  Parts.addFields(world, offsetof<World>('splitCount'), offsetof<World>('slabOffset') + 4);
  Parts.addFields(world, offsetof<World>('bodyCount'), offsetof<World>('touchingCount') + 4);
}

/** In force until the page's first SetWorld. */
function setDefaults(world: World): void {
  world.gravity = V.of(0, -9.81, 0);
  world.dt = 1.0 / 60.0;
  world.interval = world.dt;
  world.substeps = 4;
  world.h = world.dt / 4;
  world.inverseH = 240;
  world.flags = 3;
  world.contactHertz = 100;
  world.contactDampingRatio = 5;
  world.contactPushSpeed = 3;
  world.jointHertz = 80;
  world.jointDampingRatio = 8;
  world.restitutionThreshold = 1;
  world.hitSpeedThreshold = 1;
}
