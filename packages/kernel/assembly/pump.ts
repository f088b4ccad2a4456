import { World } from './world/world';
import { drainCommands, hasChanges, hasCommands, passRecord } from './io/inbox';
import { isStalled, writeReply } from './io/outbox';
import { QuerySettings } from './generated/layout';
import { answer } from './queries/answer';
import { closeQuery, openQuery } from './queries/pool-query';
import { endRefit, offerRefit } from './broadphase/late-refit';
import { searchAhead, searchMoved } from './broadphase/search-ahead';
import { isSaved, savePiece } from './snapshot/save';
import { idleStep, isIdle, step } from './step';
import { awaitHelpers, closeGate, countHelp, enterGate, leaveGate, openGate } from './threads/gate';
import { startStages } from './threads/stages';
import { Sync } from './threads/sync';
import { awaitTelling, handTelling, offerTelling, stayToTell } from './threads/tell';
import { endClock, endDrain, now, startClock, startDrain } from './world/clock';

/** What `pump` tells the conductor's host. */
namespace Status {
  export const MORE: i32 = 1;
  export const REPLY: i32 = 2;
  export const STALLED: i32 = 4;
  /** Of the reply a helper tells. */
  export const HANDED: i32 = 8;
}

/** What the workers do together. */
namespace Task {
  export const STEP: i32 = 0;
  export const QUERY: i32 = 1;
}

/** Below this many awake contacts and bodies a step is too short to share. */
const WORTH_SHARING: i32 = 48;
/** Looks at the doorbell between two at the clock: some microseconds. */
const RING_LOOKS: i32 = 1000;

/** Does a bounded piece of work: drains commands and runs at most one step. */
export function pump(world: World): i32 {
  world.replyWritten = 0;
  awaitHelpers(world);
  endRefit(world);
  if (world.stepsPending == 0) {
    for (let record = drain(world); record != 0; record = drain(world)) {
      runQuery(world, changetype<QuerySettings>(record));
      passRecord(world);
    }
  }
  if (world.saveRequest != 0) return save(world);
  if (world.prepareRequest != 0) return prepare(world);
  let more = 0;
  if (world.stepsPending == 0 && world.stepsDue > 0) {
    world.stepsDue--;
    world.stepsPending = 1;
  }
  if (world.stepsPending > 0) {
    if (isStalled(world)) {
      world.stalled = 1;
      return Status.STALLED | (world.replyWritten != 0 ? Status.REPLY : 0);
    }
    world.stalled = 0;
    runStep(world);
    if (--world.stepsPending == 0 && world.stepRequest != 0) {
      writeReply(world, world.stepRequest, 0);
      world.stepRequest = 0;
    }
    offerRefit(world);
    if (handTelling(world)) more = Status.HANDED;
    // The host is not asked to come back for nothing: most steps are asked for one by one.
    if (world.stepsPending > 0 || world.stepsDue > 0 || hasCommands(world)) more |= Status.MORE;
  } else if (searchAhead(world)) more = Status.MORE;
  return more | (world.replyWritten != 0 ? Status.REPLY : 0);
}

/** Stage 1, with its time. */
function drain(world: World): usize {
  if (!hasChanges(world)) return drainCommands(world);
  startDrain(world);
  const record = drainCommands(world);
  endDrain(world);
  return record;
}

/**
 * While there is nothing else to do: what the last step put off, then a piece of what the next one does before any command can matter. Returns
 * whether it did any.
 */
export function workAhead(world: World): bool {
  awaitHelpers(world);
  if (endRefit(world)) return true;
  return world.stepsPending == 0 && world.saveRequest == 0 && searchMoved(world);
}

/** Does a piece of the next step, and nothing else until none is left. */
function prepare(world: World): i32 {
  if (!searchAhead(world)) {
    writeReply(world, world.prepareRequest, 0);
    world.prepareRequest = 0;
  }
  return Status.MORE | (world.replyWritten != 0 ? Status.REPLY : 0);
}

/** Writes a piece of the state, and nothing else until all of it is written. */
function save(world: World): i32 {
  world.stalled = isStalled(world) ? 1 : 0;
  if (world.stalled != 0) return Status.STALLED | Status.REPLY;
  if (!savePiece(world)) {
    // Only what the page reads can make room.
    writeReply(world, world.saveRequest, 0);
    world.saveRequest = 0;
  } else if (isSaved(world)) {
    writeReply(world, world.saveRequest, 1);
    world.saveRequest = 0;
  }
  return Status.MORE | Status.REPLY;
}

function runStep(world: World): void {
  if (isIdle(world)) {
    // Less than the clock can tell.
    idleStep(world);
    world.figures.workersIn = 1;
    return;
  }
  startClock(world);
  offerTelling(world);
  const worth = world.awakeContacts.count + world.awakeBodies.count + world.moved.count >= WORTH_SHARING;
  together(world, Task.STEP, worth ? world.workers : 1);
  world.figures.workersIn = countHelp(world);
  endClock(world);
}

function runQuery(world: World, settings: QuerySettings): void {
  const workers = openQuery(world, settings);
  if (workers > 0) together(world, Task.QUERY, workers);
  awaitHelpers(world);
  closeQuery(world);
}

/** Lets the workers in and takes part, until nothing is left to do. */
function together(world: World, task: i32, workers: i32): void {
  world.task = task;
  // Without threads one does the work of all.
  // @ts-ignore: constant of the compiler
  world.activeWorkers = ASC_FEATURE_THREADS ? workers : 1;
  if (world.activeWorkers > 1) {
    startStages(world);
    openGate(world);
    perform(world, 0);
    closeGate(world);
  } else perform(world, 0);
}

function perform(world: World, worker: i32): void {
  if (world.task == Task.STEP) step(world, worker);
  else answer(world, worker);
}

/** `steps` more are due by the host's clock. What is more than may be due is left out. */
export function tick(world: World, steps: u32): void {
  if (world.running == 0) return;
  world.stepsDue += steps;
  if (world.stepsDue <= world.maxStepsDue) return;
  world.stepsLeftOut += world.stepsDue - world.maxStepsDue;
  world.stepsDue = world.maxStepsDue;
}

/** Whether there has been work for the helpers, or the world is over. */
export function isCalled(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  return atomic.load<u32>(changetype<usize>(world.sync) + offsetof<Sync>('gate')) != 0;
}

/** Looks at the doorbell for some `us`. Whether it has another number than `rings`. `works`: does what can be done ahead meanwhile. */
export function hasRung(world: World, rings: u32, us: i32, works: bool): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  const start = now();
  do {
    const looks = works && workAhead(world) ? 1 : RING_LOOKS;
    for (let i = 0; i < looks; i++) {
      if (atomic.load<u32>(changetype<usize>(world) + offsetof<World>('doorbell')) != rings) return true;
    }
  } while (now() - start < us);
  return false;
}

/**
 * Life of a worker that is not the conductor: joins every step it can, until the world shuts down. Returns before that, and then true, where
 * it is to tell the page of an answer.
 */
export function work(world: World, worker: i32): bool {
  const context = world.context(worker);
  while (true) {
    context.gate = enterGate(world, worker, context.gate);
    if (context.gate == 0) return false;
    perform(world, worker);
    const stays = stayToTell(world);
    leaveGate(world);
    if (stays && awaitTelling(world)) return true;
  }
}

export function shutdown(world: World): void {
  // @ts-ignore: constant of the compiler
  if (ASC_FEATURE_THREADS) {
    atomic.store<u32>(changetype<usize>(world) + offsetof<World>('quit'), 1);
    const gate = changetype<usize>(world.sync) + offsetof<Sync>('gate');
    // Even again, and new: whoever waits on it looks up.
    atomic.add<u32>(gate, 2);
    atomic.notify(gate, -1);
    atomic.notify(changetype<usize>(world) + offsetof<World>('doorbell'), -1);
  } else world.quit = 1;
}
