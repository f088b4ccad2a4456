import { Stats, WorldHeader } from '@atoll/kernel';
import type { MemoryViews } from '../memory/memory-views.js';

/** Stages of a step, in order. */
const stageNames = [
  'drainCommands',
  'findPairs',
  'createContacts',
  'collide',
  'applyTouchChanges',
  'planSolver',
  'solveClusters',
  'prepare',
  'substeps',
  'restitution',
  'finalizeBodies',
  'refitTrees',
  'continuous',
  'sleepIslands',
  'publish',
] as const;

export type StageName = (typeof stageNames)[number];

/** Figures of the last step. */
export interface WorldStats {
  /** ms that the first worker spent in each stage. What a step put off until it had answered is counted with the next one. */
  readonly stages: Readonly<Record<StageName, number>>;
  /** ms of the whole step. */
  readonly stepTime: number;
  readonly bodyCount: number;
  readonly awakeBodyCount: number;
  readonly colliderCount: number;
  /** Pairs of colliders whose bounds overlap. */
  readonly contactCount: number;
  readonly touchingCount: number;
  readonly islandCount: number;
  readonly awakeIslandCount: number;
  readonly jointCount: number;
  /** Colours of the constraint graph in use. */
  readonly colourCount: number;
  /** Constraints outside the colours. */
  readonly overflowCount: number;
  readonly pairsTested: number;
  readonly manifoldsReused: number;
  readonly proxiesMoved: number;
  /** Separating axis tests among `pairsTested`. */
  readonly satRuns: number;
  /** Rounds of the distance searches between convex shapes. */
  readonly gjkRounds: number;
  /** Rows of contact constraints, each once for every pass of the solver. */
  readonly rowsSolved: number;
  /** Tree nodes that the search for pairs looked at. */
  readonly nodesVisited: number;
  /** KiB of contact rows and body states that the solver's passes read, as if each contact had four points. */
  readonly kibStreamed: number;
  /** Workers that took part: one where the step is too short to share, or the others came too late. */
  readonly workersIn: number;
  /** Islands split so far. */
  readonly splitCount: number;
  /** bytes in use. */
  readonly memoryBytes: number;
  /** bytes reserved. */
  readonly memoryReserved: number;
  /** True while `advance` asks for more than the pool can do. */
  readonly overload: boolean;
  /** s of real time that `advance` has left out so far. */
  readonly droppedTime: number;
}

export function readStats(
  views: MemoryViews,
  world: number,
  load: Pick<WorldStats, 'overload' | 'droppedTime'>,
): WorldStats {
  views.refresh();
  const start = world + WorldHeader.stats;
  const count = (field: number): number => views.u32[(start + field) >>> 2]!;
  const ms = (stage: number): number => views.f32[((start + Stats.stageMs) >>> 2) + stage]!;
  return {
    stages: Object.fromEntries(stageNames.map((name, i) => [name, ms(i)])) as Record<StageName, number>,
    stepTime: ms(stageNames.length),
    bodyCount: count(Stats.bodyCount),
    awakeBodyCount: count(Stats.awakeBodyCount),
    colliderCount: count(Stats.colliderCount),
    contactCount: count(Stats.contactCount),
    touchingCount: count(Stats.touchingCount),
    islandCount: count(Stats.islandCount),
    awakeIslandCount: count(Stats.awakeIslandCount),
    jointCount: count(Stats.jointCount),
    colourCount: count(Stats.colourCount),
    overflowCount: count(Stats.overflowCount),
    pairsTested: count(Stats.pairsTested),
    manifoldsReused: count(Stats.manifoldsReused),
    proxiesMoved: count(Stats.proxiesMoved),
    satRuns: count(Stats.satRuns),
    gjkRounds: count(Stats.gjkRounds),
    rowsSolved: count(Stats.rowsSolved),
    nodesVisited: count(Stats.nodesVisited),
    kibStreamed: count(Stats.kibStreamed),
    workersIn: count(Stats.workersIn),
    splitCount: count(Stats.splitCount),
    memoryBytes: count(Stats.memoryBytes),
    memoryReserved: count(Stats.memoryReserved),
    ...load,
  };
}
