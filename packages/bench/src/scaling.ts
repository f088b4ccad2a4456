import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { median } from './figures.ts';
import { count } from './options.ts';
import { resultsFile } from './results.ts';
import type { Job, JobResult } from './run.ts';

const SCENES = ['many-pyramids', 'mixed-pile', 'ragdolls'];
const WORKERS = [1, 2, 4, 8, 16];
/** s; a slower run breaks off. */
const LIMIT = 120;

/** Medians over the runs, ms a step. */
export interface ScalingRow {
  readonly scene: string;
  readonly workers: number;
  /** As who steps the world sees it. */
  readonly stepMs: number;
  /** By the pool's own clock. */
  readonly ownMs: number;
  /** By the same clock, of a world with one worker beside as many others as there are workers, one less: what the machine itself leaves of its cores. */
  readonly crowdedMs: number;
}

export interface Scaling {
  readonly machine: string;
  readonly date: string;
  readonly runCount: number;
  readonly rows: readonly ScalingRow[];
}

export function parseScaling(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string', default: '3' }, save: { type: 'boolean', default: false } },
  });
  return { runs: count('runs', values.runs), save: values.save };
}

/** Every number of workers takes its turn in each run, up to the number of cores; crowds of worlds in the first. */
export async function measureScaling(
  runs: number,
  cores: number,
  runAlone: (job: Job) => Promise<JobResult>,
  progress: (text: string) => void,
): Promise<ScalingRow[]> {
  const cases = SCENES.flatMap((scene) =>
    WORKERS.filter((workers) => workers <= cores).map((workers) => ({
      scene,
      workers,
      step: [] as number[],
      own: [] as number[],
      crowded: [] as number[],
    })),
  );
  const job = (scene: string, workers: number): Job => ({
    engine: 'atoll',
    scene,
    workers,
    transport: 'shared',
    limit: LIMIT,
  });
  for (let run = 1; run <= runs; run++) {
    for (const { scene, workers, step, own, crowded } of cases) {
      progress(`run ${run}/${runs}: ${scene} with ${workers}`);
      const [phase] = held(await runAlone(job(scene, workers)));
      step.push(phase!.medianMs);
      own.push(phase!.ownMedianMs!);
      // Once: it is a median of many already.
      if (run > 1 || workers === 1) continue;
      const crowd = await Promise.all(Array.from({ length: workers }, () => runAlone(job(scene, 1))));
      crowded.push(...crowd.map((result) => held(result)[0]!.ownMedianMs!));
    }
  }
  return cases.map(({ scene, workers, step, own, crowded }) => ({
    scene,
    workers,
    stepMs: median(step),
    ownMs: median(own),
    crowdedMs: median(workers === 1 ? own : crowded),
  }));
}

function held(result: JobResult): JobResult['phases'] {
  if (result.phases.some((phase) => !phase.ok)) throw new Error('a scene fell apart');
  return result.phases;
}

/** How many times as fast as with one worker; of the machine, how many times as much as one core all those cores do. */
export function speedUps(rows: readonly ScalingRow[], { scene, workers, stepMs, ownMs, crowdedMs }: ScalingRow) {
  const one = rows.find((row) => row.scene === scene && row.workers === 1)!;
  return { step: one.stepMs / stepMs, own: one.ownMs / ownMs, machine: (workers * one.crowdedMs) / crowdedMs };
}

export function scalingTable(rows: readonly ScalingRow[]): string[][] {
  return [
    ['scene', 'workers', 'step', 'times', 'in the pool', 'times', 'the machine, times'],
    ...rows.map((row) => {
      const { step, own, machine } = speedUps(rows, row);
      return [
        row.scene,
        String(row.workers),
        row.stepMs.toFixed(2),
        step.toFixed(2),
        row.ownMs.toFixed(2),
        own.toFixed(2),
        machine.toFixed(2),
      ];
    }),
  ];
}

const COLUMNS = ['scene', 'workers', 'stepMs', 'ownMs', 'crowdedMs'] as const;

export function saveScaling({ machine, date, runCount, rows }: Scaling): void {
  const lines = rows.map((row) =>
    COLUMNS.map((column) => (typeof row[column] === 'number' ? +row[column].toPrecision(4) : row[column])).join(','),
  );
  const head = [`# ${machine}`, `# ${date.slice(0, 10)}`, `# ${runCount} runs`, COLUMNS.join(',')];
  writeFileSync(resultsFile('scaling'), `${[...head, ...lines].join('\n')}\n`);
}

/** What is committed, where anything is. */
export function readScaling(): Scaling | undefined {
  if (!existsSync(resultsFile('scaling'))) return undefined;
  const [machine, date, runs, , ...lines] = readFileSync(resultsFile('scaling'), 'utf8').trimEnd().split('\n');
  const rows = lines.map((line): ScalingRow => {
    const [scene, workers, stepMs, ownMs, crowdedMs] = line.split(',');
    return {
      scene: scene!,
      workers: Number(workers),
      stepMs: Number(stepMs),
      ownMs: Number(ownMs),
      crowdedMs: Number(crowdedMs),
    };
  });
  return { machine: machine!.slice(2), date: date!.slice(2), runCount: parseInt(runs!.slice(2), 10), rows };
}
