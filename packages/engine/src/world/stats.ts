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

/** Of the record, what is no count. */
const others = ['stride', 'stageMs', 'reserved'] as const;
type CountName = Exclude<keyof typeof Stats, (typeof others)[number]>;

/** In the order of memory. */
const countNames = Object.keys(Stats).filter((name) => !(others as readonly string[]).includes(name)) as CountName[];

/** In loops: with its 22 counts written out it takes 9 ms to compile well, in place of 3, beside the steps of who reads it in each frame. */
export function readStats(
  views: MemoryViews,
  world: number,
  { overload, droppedTime }: Pick<WorldStats, 'overload' | 'droppedTime'>,
): WorldStats {
  views.refresh();
  const { f32, u32 } = views;
  const start = world + WorldHeader.stats;
  const times = (start + Stats.stageMs) >>> 2;
  const stages = {} as Record<StageName, number>;
  for (let i = 0; i < stageNames.length; i++) stages[stageNames[i]!] = f32[times + i]!;
  const stats = { stages, stepTime: f32[times + stageNames.length]!, overload, droppedTime } as {
    -readonly [K in keyof WorldStats]: WorldStats[K];
  };
  for (const name of countNames) stats[name] = u32[(start + Stats[name]) >>> 2]!;
  return stats;
}
