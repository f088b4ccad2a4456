import { World, WorkerContext } from './world/world';
import { ProblemCode } from './generated/layout';
import { createContacts, findPairs, reservePairs, sortPairs } from './broadphase/find-pairs';
import { proxiesMoved, putOffRefit } from './broadphase/late-refit';
import { refitTrees } from './broadphase/refit';
import { WideTree } from './broadphase/wide-tree';
import { finalizeBodies } from './bodies/finalize';
import { quarantine } from './bodies/quarantine';
import { reportForces, reportHits } from './contacts/report-hits';
import { AwakeContacts } from './contacts/lifecycle';
import { applyTouchChanges } from './contacts/apply-touch';
import { collide, collideNew, collideLate } from './narrowphase/collide';
import { findImpacts, stopAtImpacts } from './continuous/continuous';
import { followStopped } from './continuous/follow-stopped';
import { stopTogether } from './continuous/stop-together';
import { FastBodies } from './continuous/fast-bodies';
import { fillBegins } from './io/events';
import { endTargets } from './io/inbox';
import { planFrame, publish } from './io/outbox';
import { applySplit } from './islands/split';
import { sleepIslands } from './islands/sleep';
import { planArticulations } from './joints/plan-articulations';
import { planGroups } from './joints/plan-groups';
import { breakJoints } from './joints/store-joints';
import { Clusters } from './solver/cluster';
import {
  countColours,
  fillColours,
  listIslands,
  placeColours,
  planClusters,
  planNothing,
  startClusters,
} from './solver/plan-clusters';
import { softenContacts } from './solver/prepare-contacts';
import { StandingPlan } from './solver/standing-plan';
import { solveClusters, solveShared } from './solver/solve-clusters';
import { lockLive, unlockLive } from './threads/live';
import { alongside, parallel, serial } from './threads/stages';
import { clearStages, mark, Stage } from './world/clock';
import { FRICTION_SIZE, RARE_OFFSET } from './solver/contact-group';
import { passesOfStep } from './solver/pass';
import { NONE, Tuning } from './constants';

/**
 * One step, run by every worker. This is the only place that orders stages. Stage 1, drainCommands, is the conductor's: it ends at
 * the Step record, and only then are the others let in (pump.ts).
 */
export function step(world: World, worker: i32): void {
  serial(world, worker, beginStep);
  if (world.hasMoved != 0) searchAndCollide(world, worker);
  else parallel(world, worker, world.knownContacts, 64, collide);
  mark(world, worker, Stage.COLLIDE);
  serial(world, worker, openPlan);
  if (world.toldCount > 0) parallel(world, worker, world.toldCount, 64, fillBegins);
  if (world.plans != 0) plan(world, worker);
  mark(world, worker, Stage.PLAN_SOLVER);
  parallel(world, worker, world.clusters.count - 1, 1, solveClusters);
  mark(world, worker, Stage.SOLVE_CLUSTERS);
  solveShared(world, worker);

  serial(world, worker, openFrame);
  parallel(world, worker, world.frameBodies, 64, finalizeBodies);
  mark(world, worker, Stage.FINALIZE);
  serial(world, worker, refit);
  mark(world, worker, Stage.REFIT);
  parallel(world, worker, world.fastBodies.count, 1, findImpacts);
  if (world.fastBodies.count > 0) serial(world, worker, stopTogether);
  parallel(world, worker, world.fastBodies.count, 16, stopAtImpacts);
  mark(world, worker, Stage.CONTINUOUS);
  // The helpers leave: nobody waits for one that has lost its core by now.
  if (worker == 0) endStep(world);
}

/** Stage 6. */
function plan(world: World, worker: i32): void {
  parallel(world, worker, world.isPlanned * world.awakeBodies.count, 64, listIslands);
  serial(world, worker, planIslands);
  parallel(world, worker, world.isPlanned * (Tuning.COLOURS + 1), 1, countColours);
  serial(world, worker, placeConstraints);
  parallel(world, worker, world.isPlanned * (Tuning.COLOURS + 1), 1, fillColours);
}

/** Stages 2 to 4. Contacts that are known already collide while worker 0 does what only one can do. */
function searchAndCollide(world: World, worker: i32): void {
  const early = world.earlyContacts;
  if (early > 0) {
    alongside(world, worker, prepareSearch, early, 64, collide);
    mark(world, worker, Stage.COLLIDE);
  }
  parallel(world, worker, world.moved.count - world.searched, 16, findPairs);
  mark(world, worker, Stage.FIND_PAIRS);
  serial(world, worker, sortPairs);
  alongside(world, worker, createPairs, world.knownContacts - early, 64, collideLate);
  parallel(world, worker, world.awakeContacts.count - world.knownContacts - world.aheadCollided, 64, collideNew);
}

/** Whether the next step finds nothing that moves, or that was moved. */
export function isIdle(world: World): bool {
  return (
    world.awakeBodies.count == 0 &&
    world.awakeContacts.count == 0 &&
    world.moved.count == 0 &&
    world.splitIsland == NONE &&
    world.targets.count == 0
  );
}

/** A step of an idle world: time passes, and what was told since the last one is published. */
export function idleStep(world: World): void {
  beginStep(world);
  clearStages(world);
  world.solvedJoints = 0;
  planFrame(world);
  world.colourCount = 0;
  world.clusters.count = 0;
  StandingPlan.lose(world);
  lockLive(world);
  world.liveStep = world.stepCount;
  unlockLive(world);
  count(world);
  publish(world);
}

function beginStep(world: World): void {
  endTargets(world);
  reservePairs(world);
  world.hasMoved = world.moved.count > 0 ? 1 : 0;
  world.knownContacts = world.aheadPairs > 0 ? world.aheadAwake : world.awakeContacts.count;
  world.earlyContacts = WideTree.isDue(world, world.moved.count - world.searched) ? world.knownContacts >> 1 : 0;
  world.created = 0;
  world.searchedAhead = 0;
  world.stepCount++;
  world.time += world.dt as f64;
  for (let i = 0; i < world.workers; i++) {
    const context = world.context(i);
    context.rows = 0;
    context.anyDriver = 0;
    context.awakeIslandBits.zero(world.islands.count);
  }
}

/** Before stage 2: the tree that pairs are searched for in. */
function prepareSearch(world: World): void {
  WideTree.prepare(world, world.moved.count - world.searched);
  mark(world, 0, Stage.FIND_PAIRS);
}

/** Stage 3. */
function createPairs(world: World): void {
  createContacts(world);
  mark(world, 0, Stage.CREATE_CONTACTS);
}

/** Stage 5, and the first part of the plan of what follows. */
function openPlan(world: World): void {
  world.aheadCollided = 0;
  applyTouchChanges(world);
  mark(world, 0, Stage.APPLY_TOUCH);
  planArticulations(world);
  softenContacts(world);
  StandingPlan.decide(world);
  Clusters.shared(world).bounces = 0;
  if (world.plans == 0) return;
  world.isPlanned = 1;
  if (!startClusters(world)) giveUp(world);
}

/** The second part, once the islands are known. */
function planIslands(world: World): void {
  if (world.isPlanned == 0) return;
  if (planClusters(world)) planGroups(world);
  else giveUp(world);
}

/** The last part: from here to the end of the step these counts stand. */
function placeConstraints(world: World): void {
  if (world.isPlanned == 0) return;
  if (placeColours(world)) StandingPlan.keep(world);
  else giveUp(world);
}

function giveUp(world: World): void {
  world.isPlanned = 0;
  world.failed = ProblemCode.OutOfMemory;
  planNothing(world);
}

/** Before stage 9: where the bodies' poses go. */
function openFrame(world: World): void {
  planFrame(world);
  lockLive(world);
}

/** The list of what stage 11 looks at, and stage 10. */
function refit(world: World): void {
  FastBodies.list(world);
  if (!putOffRefit(world)) refitTrees(world);
}

/** Stages 12 and 13. */
function endStep(world: World): void {
  if (world.fastBodies.count > 0) {
    followStopped(world);
    refitTrees(world);
  }
  reportHits(world);
  reportForces(world);
  // Before anything else touches the islands: the components were found in the islands as they stand.
  applySplit(world);
  breakJoints(world);
  quarantine(world);
  world.liveStep = world.stepCount;
  if (world.refitOwed == 0) unlockLive(world);
  sleepIslands(world);
  AwakeContacts.order(world);
  mark(world, 0, Stage.SLEEP);
  count(world);
  publish(world);
  mark(world, 0, Stage.PUBLISH);
}

function clearCounts(context: WorkerContext): void {
  context.pairsTested = 0;
  context.proxiesMoved = 0;
  context.manifoldsReused = 0;
  context.satRuns = 0;
  context.gjkRounds = 0;
  context.nodesVisited = 0;
}

function count(world: World): void {
  const stats = world.figures;
  stats.bodyCount = world.bodyCount;
  stats.awakeBodyCount = world.awakeBodies.count;
  stats.contactCount = world.contactCount;
  stats.touchingCount = world.touchingCount;
  stats.islandCount = world.islandCount;
  stats.awakeIslandCount = world.awakeIslands.count;
  stats.jointCount = world.jointCount;
  stats.colourCount = world.colourCount;
  stats.memoryBytes = (world.pages.usedPages as u32) * 4096;
  stats.memoryReserved = (memory.size() as u32) * 65536;
  stats.overflowCount = world.overflow.contacts.count + world.overflow.joints.count;
  stats.colliderCount = world.colliderCount;
  stats.splitCount = world.splitCount;
  let tested: u32 = 0,
    reused: u32 = 0,
    sat: u32 = 0,
    rounds: u32 = 0,
    nodes: u32 = 0,
    rows: u32 = 0;
  stats.proxiesMoved = proxiesMoved(world);
  for (let i = 0; i < world.workers; i++) {
    tested += world.context(i).pairsTested;
    reused += world.context(i).manifoldsReused;
    sat += world.context(i).satRuns;
    rounds += world.context(i).gjkRounds;
    nodes += world.context(i).nodesVisited;
    rows += world.context(i).rows;
    // Here, and not where the step begins: what is done ahead counts too.
    clearCounts(world.context(i));
  }
  stats.satRuns = sat;
  stats.gjkRounds = rounds;
  stats.nodesVisited = nodes;
  stats.rowsSolved = rows;
  // Each pass reads both bodies of four contacts, and SOLVE no friction; as if each had four points and none gripped.
  const bytes =
    (passesOfStep(world.substeps) as u32) * ((RARE_OFFSET as u32) + 8 * 64) -
    (world.substeps as u32) * (FRICTION_SIZE as u32);
  stats.kibStreamed = ((Clusters.groupCount(world) as u32) * bytes) >> 10;
  stats.pairsTested = tested;
  stats.manifoldsReused = reused;
}
