import { Stats, WorldHeader } from '../generated/layout';
import { Pages } from '../memory/pages';
import { Table } from '../memory/table';
import { Bits } from '../memory/bits';
import { Sync } from '../threads/sync';
import { Tree } from '../broadphase/tree';
import { PairSet } from '../broadphase/pair-set';
import { QueryJob } from '../queries/query-job';
import { Tuning } from '../constants';

export const MAX_WORKERS: i32 = 32;
/** Bytes of scratch a worker has: two hulls of the largest size in one frame, and the polygons between them. */
export const SCRATCH: usize = 1 << 15;
/** Pairs that a worker looks at before it works on any of them. */
export const NEAR_PAIRS: i32 = 64;

/** What one worker writes for itself: bits of the items it saw change, pairs it found, counters. */
@unmanaged
export class WorkerContext {
  /** Number of the next stage this worker takes part in. */
  stage: u32;
  /** Gate word of the step that it left last. */
  gate: u32;
  /** Reads before it parks where it waits (threads/wait.ts). */
  patience: i32;
  touchBits: Bits;
  /** Contacts hit harder than the threshold. */
  hitBits: Bits;
  movedBits: Bits;
  awakeIslandBits: Bits;
  /** Pair keys, u64. */
  pairs: Table;
  pairsTested: u32;
  proxiesMoved: u32;
  manifoldsReused: u32;
  satRuns: u32;
  gjkRounds: u32;
  nodesVisited: u32;
  /** Rows of contacts that the step solves. */
  rows: u32;
  /** 1: some body's state was not finite. */
  nonFinite: u32;
  /** 1: some joint bore more than it can. */
  brokenJoints: u32;
  /** SCRATCH bytes for pairs that are tested and trees that are walked. */
  scratch: usize;
  /** Room for NEAR_PAIRS pairs of numbers, and 16 bytes: what is worked on next, and asked for first (collide.ts, refit.ts, find-pairs.ts). */
  near: usize;
  /** How many colliders that met are noted there. */
  met: i32;
  /** What it solves; of the running pass over the colours. */
  cluster: usize;
  colour: i32;
  pass: i32;
  /** Room for the groups of a cluster that it solves alone. */
  groups: usize;
  /** Bodies that moved far in this step; 1 where there are any. */
  fastBits: Bits;
  anyFast: u32;
  /** 1: some body that is awake is kinematic. */
  anyDriver: u32;
  /** What the worker answers. */
  query: QueryJob;
  queryScratch: usize;
}

/** One colour of the constraint graph: no two of its constraints share a body that can move. */
@unmanaged
export class Colour {
  /** Bit per body index. */
  bodies: Bits;
  /** Contact ids. */
  contacts: Table;
  /** Beside each of them: one of its bodies, a dynamic one, and its number of points (solver/movers.ts). */
  movers: Table;
  /** Joint ids. */
  joints: Table;
}

/**
 * All state of a simulation. The header that the host sees comes first. Records stay where they are for life; the sets
 * (awake, asleep, static) are dense lists of their indices. Everything is reached from here: no globals.
 */
@unmanaged
export class World extends WorldHeader {
  // Settings, in force from the next step.
  gravity: v128;
  dt: f32;
  /** Substep. */
  h: f32;
  inverseH: f32;
  substeps: i32;
  flags: u32;
  contactHertz: f32;
  contactDampingRatio: f32;
  contactPushSpeed: f32;
  jointHertz: f32;
  jointDampingRatio: f32;
  restitutionThreshold: f32;
  hitSpeedThreshold: f32;
  blockOrderSeed: u32;

  workers: i32;
  cores: i32;
  /** Steps in a row up to the last one that not all helpers came to. */
  helpless: i32;
  /** What those who come through the gate take part in: Task. */
  task: i32;
  /** Workers that were woken for it. */
  activeWorkers: i32;
  stepsPending: i32;
  stepRequest: u32;
  inboxSegment: usize;
  outboxSegment: usize;
  outboxOldest: usize;
  replyWritten: i32;
  /** Inbox records applied so far; it wraps. */
  commandCount: u32;
  /** Steps that are due by the host's clock, and how many may be. */
  stepsDue: u32;
  maxStepsDue: u32;
  /** 1: somebody is told of contacts, with their points. */
  isHeard: u32;

  /** What makes up the state: see snapshot/parts.ts. */
  parts: usize;
  partCount: i32;
  /** Who waits for what is done ahead of the next step, or 0. */
  prepareRequest: u32;
  /** Request of the save that is under way, or 0; the next part, and the next byte of it. */
  saveRequest: u32;
  savePart: i32;
  saveOffset: u32;
  /** LoadFault of the load that is under way. */
  loadFault: u32;
  /** 1: the page does not know yet that a loaded state has taken the place of the one that it writes commands for. */
  isUnknown: u32;

  /** Next free byte for small records while the world is laid out. */
  arena: usize;

  sync: Sync;
  pages: Pages;
  contexts: usize;

  bodies: Table;
  bodySims: Table;
  bodyStates: Table;
  bodyMotions: Table;
  colliders: Table;
  contacts: Table;
  joints: Table;
  jointRows: Table;
  articulations: Table;
  articulationJoints: Table;
  articulationNodes: Table;
  articulationBlocks: Table;
  articulationTargets: Table;
  /** Of the step, in the order in which they were found and by clusters; the room of their bodies and joints, in units of 16 bytes. */
  articulationGroups: Table;
  articulationGroupOrder: Table;
  articulationRooms: Table;
  /** Joints that are the first of an articulation that may join a group; 1: there are some. */
  groupLeaders: Bits;
  hasForms: i32;
  /** 1: joints came, went or changed since they were planned. */
  articulationsStale: i32;
  /** 1: some joints share a body that moves, and are of no articulation. */
  looseJoints: i32;
  islands: Table;
  /** Hulls, meshes and height fields that colliders share, by their ids. */
  geometries: Table;

  awakeBodies: Table;
  awakeContacts: Table;
  /** Beside them: AwakePair. */
  awakePairs: Table;
  awakeIslands: Table;
  /** Contacts and joints of awake islands by colour; the last one is the overflow set. */
  colours: usize;
  /** What is solved together, and the order of bodies, contacts and joints by clusters and their colours: ids. See solver/cluster.ts. */
  clusters: Table;
  bodyOrder: Table;
  /** Of the blocks of that order: PlainGroup. */
  plainGroups: Table;
  contactOrder: Table;
  /** As `contactOrder`: addresses of their entries among the movers of their colours. */
  moverOrder: Table;
  jointOrder: Table;
  /** By body and by island: the number of its cluster and one more, 0 in none; of a body the slab, too (Clusters). */
  bodyClusters: Table;
  islandClusters: Table;
  colourCount: i32;
  /** 1: the step makes a plan of its own, and contacts are sorted by whether they are idle, and by slabs (solver/standing-plan.ts). Both stand until its end. */
  plans: i32;
  sortsContacts: i32;
  /** 1: the plan of the last step can be used again. */
  planStands: i32;
  /** By colour: where contacts of the shared cluster have their places (solver/shared-places.ts). */
  sharedPlaces: usize;
  /** By colour and worker: where groups of the shared cluster lie (solver/shared-groups.ts). */
  sharedGroups: usize;
  /** 1: the plan of the step found memory. */
  isPlanned: i32;
  /** Of the step: see softenContacts. */
  contactBiasRate: f32;
  contactBiasRateFixed: f32;
  contactStiffness: f32;
  contactStiffnessFixed: f32;
  /** Groups of the shared cluster, then room for each worker. */
  groups: Table;
  /** Scratch for splitting: stack of bodies. */
  splitStack: Table;
  splitIsland: i32;
  islandCount: i32;
  linkedIslands: Table;
  splitCount: u32;
  /** 1: something changed that the last plan depends on. */
  planChanged: i32;
  /** How space is cut: slab of a position is its product with these, and the offset (solver/slabs.ts). */
  slabX: f32;
  slabY: f32;
  slabZ: f32;
  slabOffset: f32;

  staticTree: Tree;
  kinematicTree: Tree;
  dynamicTree: Tree;
  pairs: PairSet;
  /** Proxies to query for new pairs, collider ids; a bit each so that one is listed once. */
  moved: Table;
  pairList: Table;
  /** 1: it holds all new pairs, and there is room for their contacts. */
  hasPairs: i32;
  /** 1: the trees lack what moved in the last step; nobody may read them before that is mended. */
  refitOwed: i32;
  /** 1: some proxies were listed when the step began. */
  hasMoved: i32;
  /** Awake contacts that were there before the step. */
  knownContacts: i32;
  /** The first of them, that collide while the tree for the searches is copied. */
  earlyContacts: i32;
  /** Copy of the dynamic tree for the searches of a step (broadphase/wide-tree.ts). Empty: there is none. */
  wideNodes: Table;
  /** Of `moved`, from the start: their pairs are in the first worker's list already (search-ahead.ts). */
  searched: i32;
  /** Proxies searched for ahead, and bodies created, since the last step. */
  searchedAhead: i32;
  created: i32;
  /** Of those pairs, from the start: their contacts exist already (contacts/create-ahead.ts). */
  aheadPairs: i32;
  /** As many as there were when they were sorted last, and room was made. */
  aheadSorted: i32;
  /** The first of these contacts, and its place in the awake list. */
  aheadContacts: i32;
  aheadAwake: i32;
  /** From there on: contacts that the narrowphase is done with. */
  aheadCollided: i32;
  /** Contacts, by their ids, that were gone through to link those that touch (contacts/link-ahead.ts). */
  aheadLinked: i32;
  /** 1: contacts were taken back since the last step. */
  isTakenBack: i32;

  events: Table;
  eventPoints: Table;
  /** Of them, what `applyTouchChanges` told of in this step. */
  firstTold: i32;
  toldCount: i32;
  /** Takes an event that finds no room; nobody reads it. */
  spareEvent: usize;
  /** Bodies teleported since the last frame. */
  teleported: Table;
  /** Poses and velocities of the awake bodies where the outbox has no room for the frame. */
  poseBuffer: Table;
  /** Of the awake bodies, by their places in the list: in the frame to come, or in `poseBuffer`. */
  framePoses: usize;
  frameVelocities: usize;
  frameBodies: i32;
  /** The first of them whose indices follow each other, where the frame says so. */
  frameRun: i32;
  /** Index of the first body of these. */
  frameFirst: i32;
  /** Bodies of the largest frame so far. */
  largestFrame: i32;
  /** Frames since then, up to a limit. */
  framesSince: i32;
  /** What the joints bore in the step, before it goes into the frame. */
  jointReadings: Table;
  /** Joints that the step solves. */
  solvedJoints: i32;
  frameJoints: i32;
  /** Joints that left the graph so far. */
  jointsLeft: u32;
  /** Kinematic bodies that were given a target. */
  targets: Table;
  bodyCount: i32;
  colliderCount: i32;
  /** Colliders whose contacts report their force. */
  forceColliders: i32;
  contactCount: i32;
  jointCount: i32;
  /** Contacts that came to the list of awake ones or left it since that was in the order of ids. */
  awakeContactsStrewn: i32;
  touchingCount: i32;
  /** `FastBody` records of the step. */
  fastBodies: Table;
  /** Bodies that are drawn along by those that were stopped. */
  drawn: Table;
  /** The query that the pool answers. */
  query: QueryJob;
  /** Its numbers of hits, u32. */
  queryCounts: Table;
  /** Step that the poses in the colliders are of: while a step runs, the one before it. */
  liveStep: u32;
  nullState: usize;
  /** Benchmarks: where the parallel search for islands writes. */
  benchLabels: usize;
  /** µs */
  stageStart: i32;
  drainStart: i32;
  /** Spent on commands since the last step, µs. */
  drainTime: i32;
  /** Spent since the last step on what that put off, µs. */
  lateTime: i32;
  stepStart: i32;
  /** Of the step before, by stage: µs from its start to the end of the stage. */
  stageEnds: usize;
  /** ...and to its own end. */
  lastLength: i32;
  /** 1: the page was told that this step is nearly done. */
  isForetold: i32;

  // @ts-ignore: decorator
  @inline context(worker: i32): WorkerContext {
    return changetype<WorkerContext>(load<usize>(this.contexts + ((worker as usize) << 2)));
  }
  // @ts-ignore: decorator
  @inline colour(index: i32): Colour {
    return changetype<Colour>(load<usize>(this.colours + ((index as usize) << 2)));
  }
  /** The Stats record in the header. */
  // @ts-ignore: decorator
  @inline get figures(): Stats {
    return changetype<Stats>(changetype<usize>(this) + offsetof<World>('stats0'));
  }
  // @ts-ignore: decorator
  @inline get overflow(): Colour {
    return this.colour(Tuning.COLOURS);
  }
}
