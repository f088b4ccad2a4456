import type { Sanity, SceneDescription, ScenePhase } from '@atoll/scenes';
import { ENGINES } from './engines/index.ts';
import type { BenchWorld, EngineOptions, StepFigures } from './engine.ts';
import type { Host } from './host.ts';
import { mean, median, timesOf, type Times } from './figures.ts';
import { SCENES } from './scenes.ts';

/** Steps from one to the next whose figures are told. In each, what reads them would be compiled well within a scene's 200 steps, on a core of theirs. */
const TELLING = 4;

/** One engine on one scene, in a process of its own. */
export interface Job extends EngineOptions {
  readonly engine: string;
  readonly scene: string;
  /** s; a slower run breaks off and counts as failed. */
  readonly limit: number;
}

export interface PhaseResult extends Times, Sanity {
  readonly phase: string;
  readonly steps: number;
  /** Median by the engine's own clock. */
  readonly ownMedianMs?: number;
  /** Medians of the stages, of every fourth step. */
  readonly stageMs?: Readonly<Record<string, number>>;
  /** Means of the counts of work, of the same steps. */
  readonly work?: Readonly<Record<string, number>>;
}

export interface JobResult {
  readonly version: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** ms from nothing loaded to the end of the first step, without building the scene's description. */
  readonly startUpMs: number;
  /** MiB of the process after the last step. */
  readonly memoryMiB: number;
  /** Bytes a step of JavaScript heap, after the last phase: what the engine leaves to the garbage collector. */
  readonly heapBytes: number;
  readonly phases: readonly PhaseResult[];
}

/** Loads the engine, builds the scene, and runs and measures its phases. */
export async function runJob(job: Job, host: Host): Promise<JobResult> {
  const scene = SCENES[job.scene]!();
  const start = performance.now();
  const engine = await ENGINES[job.engine]!.load(job, host);
  const world = await engine.build(scene);

  const run = new Run(scene, world, performance.now() + job.limit * 1000);
  const phases: PhaseResult[] = [];
  let startUpMs = 0;
  for (const phase of scene.phases) {
    const result = await run.phase(phase, () => {
      startUpMs ||= performance.now() - start;
    });
    if (phase.measured || !result.ok) phases.push(result);
  }
  const memoryMiB = host.memoryMiB();
  const heapBytes = await heapPerStep(world, host);
  await world.dispose();
  return { version: engine.version, settings: engine.settings, startUpMs, memoryMiB, heapBytes, phases };
}

/** The least of a few short stretches: the compiler and the collector come in between at times. */
async function heapPerStep(world: BenchWorld, host: Host): Promise<number> {
  const steps = 20;
  let least = Infinity;
  for (let stretch = 0; stretch < 5; stretch++) {
    host.collect();
    const before = host.heapUsed();
    for (let i = 0; i < steps; i++) {
      const stepping = world.step();
      if (stepping) await stepping;
    }
    least = Math.min(least, Math.max(0, host.heapUsed() - before) / steps);
  }
  return least;
}

class Run {
  #step = 0;

  constructor(
    readonly scene: SceneDescription,
    readonly world: BenchWorld,
    readonly deadline: number,
  ) {}

  async phase(phase: ScenePhase, afterStep: () => void): Promise<PhaseResult> {
    const times = new Float64Array(phase.steps);
    const told: StepFigures[] = [];
    let done = 0;
    while (done < phase.steps && performance.now() < this.deadline) {
      this.scene.beforeStep?.(this.#step++, this.world);
      const start = performance.now();
      const stepping = this.world.step();
      // Engines that step at once are not made to wait for the event loop.
      if (stepping) await stepping;
      times[done++] = performance.now() - start;
      afterStep();
      // They are worked out after the phase: what is compiled for that would take a core from engines that use several.
      if (done % TELLING === 0 && this.world.figures) told.push(this.world.figures());
    }
    const { ok, figures } = phase.sanity(this.world);
    return {
      phase: phase.name,
      steps: done,
      ...timesOf(times.subarray(0, Math.max(1, done))),
      ok: ok && done === phase.steps,
      figures,
      ...(told.length > 0 && {
        ownMedianMs: median(told.map(({ ownMs }) => ownMs)),
        stageMs: overSteps(told, 'stageMs', median),
        work: overSteps(told, 'work', mean),
      }),
    };
  }
}

/** Of each of these figures, what `over` makes of all steps. */
function overSteps(
  steps: readonly StepFigures[],
  kind: 'stageMs' | 'work',
  over: (values: readonly number[]) => number,
): Record<string, number> {
  return Object.fromEntries(
    Object.keys(steps[0]![kind]).map((name) => [name, over(steps.map((step) => step[kind][name]!))]),
  );
}
