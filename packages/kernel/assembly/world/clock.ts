import { World } from './world';

/** Microseconds, which no result depends on; they wrap. An integer, because a host would make an object of a fraction. */
// @ts-ignore: decorator
@external('env', 'now')
export declare function now(): i32;

/** The answer that the page waits for comes in a moment: it may wake up. */
// @ts-ignore: decorator
@external('env', 'foretell')
declare function foretell(): void;

/** µs before the end of a step at which the page may wake up: about what it takes it to. */
const WAKING: i32 = 120;
/** Cores that no worker uses: on a worker's own the page would be in its way. */
const FREE_CORES: i32 = 2;

/** Places in Stats.stageMs, in the order of the step. */
export namespace Stage {
  export const DRAIN: i32 = 0;
  export const FIND_PAIRS: i32 = 1;
  export const CREATE_CONTACTS: i32 = 2;
  export const COLLIDE: i32 = 3;
  export const APPLY_TOUCH: i32 = 4;
  export const PLAN_SOLVER: i32 = 5;
  export const SOLVE_CLUSTERS: i32 = 6;
  export const PREPARE: i32 = 7;
  export const SUBSTEPS: i32 = 8;
  export const RESTITUTION: i32 = 9;
  export const FINALIZE: i32 = 10;
  export const REFIT: i32 = 11;
  export const CONTINUOUS: i32 = 12;
  export const SLEEP: i32 = 13;
  export const PUBLISH: i32 = 14;
  export const WHOLE: i32 = 15;
}

export function startClock(world: World): void {
  world.stepStart = now();
  world.stageStart = world.stepStart;
  clearStages(world);
}

/** Adds the time since the last mark to that of `stage`. */
export function mark(world: World, worker: i32, stage: i32): void {
  if (worker != 0) return;
  const time = now();
  const sum = changetype<usize>(world.figures) + ((stage as usize) << 2);
  store<f32>(sum, load<f32>(sum) + ((time - world.stageStart) as f32) / 1000);
  world.stageStart = time;
  foretellEnd(world, stage, time - world.stepStart);
}

/** At the end of the first stage after which there is little left of a step that the page waits for, as far as the step before it says. */
function foretellEnd(world: World, stage: i32, end: i32): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const before = world.stageEnds + ((stage as usize) << 2);
  const left = world.lastLength - load<i32>(before);
  store<i32>(before, end);
  if (left <= 0 || left > WAKING || world.isForetold != 0 || world.workers + FREE_CORES > world.cores) return;
  if (world.stepsPending != 1 || world.stepRequest == 0) return;
  world.isForetold = 1;
  foretell();
}

export function endClock(world: World): void {
  const sum = changetype<usize>(world.figures) + ((Stage.WHOLE as usize) << 2);
  world.lastLength = now() - world.stepStart;
  world.isForetold = 0;
  store<f32>(sum, load<f32>(sum) + (world.lastLength as f32) / 1000);
}

/** Nothing took time yet but the commands since the last step, and what that put off. */
export function clearStages(world: World): void {
  const figures = changetype<usize>(world.figures);
  memory.fill(figures, 0, ((Stage.WHOLE + 1) as usize) << 2);
  store<f32>(figures + ((Stage.DRAIN as usize) << 2), (world.drainTime as f32) / 1000);
  world.drainTime = 0;
  const late = (world.lateTime as f32) / 1000;
  store<f32>(figures + ((Stage.REFIT as usize) << 2), late);
  store<f32>(figures + ((Stage.WHOLE as usize) << 2), late);
  world.lateTime = 0;
}

export function startDrain(world: World): void {
  world.drainStart = now();
}

export function endDrain(world: World): void {
  world.drainTime += now() - world.drainStart;
}

/** Around what belongs to the step before, and is counted with the next one. Returns what `endLate` wants to know. */
export function startLate(): i32 {
  return now();
}

export function endLate(world: World, start: i32): void {
  world.lateTime += now() - start;
}

/** µs since the step began. */
export function sinceStart(world: World): i32 {
  return now() - world.stepStart;
}
