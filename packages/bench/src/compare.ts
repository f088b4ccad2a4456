import type { Sanity } from '@atoll/scenes';
import { median, type Times } from './figures.ts';
import type { Job, JobResult, PhaseResult } from './run.ts';

/** One engine on one scene, medians over the runs. The names are kept stable: outside tools read them. */
export interface Row extends Times {
  readonly scene: string;
  readonly engine: string;
  readonly workers: number;
  readonly transport: string;
  readonly version: string;
  readonly steps: number;
  readonly sanity: Sanity['figures'];
  readonly ok: boolean;
  /** Why there are no figures; the engine was refused or its process broke. */
  readonly error?: string;
  readonly ownMedianMs?: number;
  readonly stageMs?: Readonly<Record<string, number>>;
  /** Counts a step; the same in every run. */
  readonly work?: Readonly<Record<string, number>>;
  readonly startUpMs: number;
  readonly memoryMiB: number;
  readonly heapBytes: number;
  readonly settings: JobResult['settings'];
  /** The median of each run, to show how far they spread. */
  readonly runs: readonly number[];
}

/** Runs one job where no other one has been. */
export type RunAlone = (job: Job) => Promise<JobResult>;

export interface Turn {
  readonly workers: number;
}

/** Runs each turn, one at a time, in an order of its own; the results in that of the turns. */
export type InTurn = <T extends Turn, Result>(
  turns: readonly T[],
  runAlone: (turn: T) => Promise<Result>,
) => Promise<Result[]>;

type Outcome = JobResult | { readonly error: string };

/**
 * Runs every job `runs` times. All jobs take their turn before the first comes round again, unless `inTurn` has its
 * reasons, so that a machine that slows down slows all of them.
 */
export async function compare(
  jobs: readonly Job[],
  runs: number,
  runAlone: RunAlone,
  inTurn: InTurn,
  progress: (text: string) => void,
): Promise<Row[]> {
  const failed = new Set<Job>();
  const turns = Array.from({ length: runs }, (_, i) =>
    jobs.map((job) => ({
      job,
      run: i + 1,
      /** An engine that failed on a scene fails again: it is not run, and waits for no cores. */
      get workers() {
        return failed.has(job) ? 1 : job.workers;
      },
    })),
  ).flat();
  const outcomes = await inTurn(turns, async ({ job, run }) => {
    if (failed.has(job)) return undefined;
    progress(
      `run ${run}/${runs}: ${job.scene} on ${job.engine}${job.workers > 1 ? ` with ${job.workers} workers` : ''}`,
    );
    const outcome = await outcomeOf(job, runAlone);
    if ('error' in outcome) failed.add(job);
    return outcome;
  });
  return jobs.flatMap((job) =>
    rowsOf(
      job,
      outcomes.flatMap((outcome, i) => (outcome && turns[i]!.job === job ? [outcome] : [])),
    ),
  );
}

async function outcomeOf(job: Job, runAlone: RunAlone): Promise<Outcome> {
  try {
    return await runAlone(job);
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300) };
  }
}

function rowsOf(job: Job, outcomes: readonly Outcome[]): Row[] {
  const failed = outcomes.find((outcome) => 'error' in outcome);
  const { scene, engine, workers, transport } = job;
  if (failed) {
    return [
      {
        scene,
        engine,
        workers,
        transport,
        version: '',
        settings: {},
        steps: 0,
        sanity: {},
        ok: false,
        error: failed.error,
        runs: [],
        medianMs: NaN,
        meanMs: NaN,
        p95Ms: NaN,
        maxMs: NaN,
        startUpMs: NaN,
        memoryMiB: NaN,
        heapBytes: NaN,
      },
    ];
  }
  const results = outcomes as readonly JobResult[];
  const { version, settings } = results[0]!;
  const startUpMs = median(results.map((result) => result.startUpMs));
  const memoryMiB = median(results.map((result) => result.memoryMiB));
  const heapBytes = median(results.map((result) => result.heapBytes));
  return results[0]!.phases.map(({ phase }) => {
    const same = results.flatMap((result) => result.phases.filter((other) => other.phase === phase));
    return {
      scene: phase ? `${scene}:${phase}` : scene,
      engine,
      workers,
      transport,
      version,
      ...overRuns(same),
      startUpMs,
      memoryMiB,
      heapBytes,
      settings,
      runs: same.map((result) => result.medianMs),
    };
  });
}

function overRuns(results: readonly PhaseResult[]) {
  const over = (pick: (result: PhaseResult) => number) => median(results.map(pick));
  const first = results[0]!;
  // The figures of the worst run: one bad run must not hide behind two good ones.
  const shown = results.find((result) => !result.ok) ?? first;
  return {
    medianMs: over((r) => r.medianMs),
    meanMs: over((r) => r.meanMs),
    p95Ms: over((r) => r.p95Ms),
    maxMs: over((r) => r.maxMs),
    steps: Math.min(...results.map((result) => result.steps)),
    sanity: shown.figures,
    ok: shown.ok,
    ...(first.ownMedianMs !== undefined && { ownMedianMs: over((r) => r.ownMedianMs!) }),
    ...(first.stageMs && {
      stageMs: Object.fromEntries(Object.keys(first.stageMs).map((stage) => [stage, over((r) => r.stageMs![stage]!)])),
    }),
    ...(first.work && { work: first.work }),
  };
}
