import { createWorld, type World } from '@atoll/engine';
import { buildScene, floor, manyPyramids, scene, sleepingCity, sphere, body, worldOptions } from '@atoll/scenes';
import type { SceneDescription } from '@atoll/scenes';
import { ENGINES } from './engines/index.ts';
import type { BenchEngine, BenchWorld, EngineOptions } from './engine.ts';
import { median } from './figures.ts';
import type { Host } from './host.ts';

/** Engines that are measured for comparison. */
const PEERS = ['rapier-simd', 'jolt', 'havok'];
const ROUNDS = 5;
const STEPS = 200;
/** ms between two frames of a page: what mounts bodies in one asks for their first step in the next. */
const FRAME = 16;
const POSE_FLOATS = 8;

/** What one process measures. */
export interface LimitJob extends EngineOptions {
  readonly figure: 'first-steps' | 'start-up' | 'reading' | 'asleep';
  readonly engine: string;
  /** What lies between the creation of the bodies and the first step: `World.prepare`, as of what loads, a frame of a page, or nothing. */
  readonly between?: 'prepare' | 'frame';
}

/** Figures by name. */
export type LimitResult = Readonly<Record<string, number>>;

export async function runLimit(job: LimitJob, host: Host): Promise<LimitResult> {
  switch (job.figure) {
    case 'first-steps':
      return firstSteps(job, host);
    case 'start-up':
      return startUp(job);
    case 'reading':
      return reading(job, host);
    case 'asleep':
      return asleep(job);
  }
}

const open = ({ workers, transport }: EngineOptions, description: SceneDescription): Promise<World> =>
  createWorld({ ...worldOptions(description), workers, transport: transport as 'inline' | 'shared' });

async function timed(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The slowest steps of many-pyramids over the median, and the memory that it takes. */
async function firstSteps(job: LimitJob, host: Host): Promise<LimitResult> {
  const description = manyPyramids();
  if (job.engine !== 'atoll') return firstStepsOf(await ENGINES[job.engine]!.load(job, host), description);
  const world = await open(job, description);
  const createMs = await timed(() => void buildScene(world, description));
  const prepareMs = await timed(async () => {
    if (job.between === 'prepare') await world.prepare();
    else if (job.between === 'frame') await new Promise((resolve) => setTimeout(resolve, FRAME));
  });
  const steps = await slowestSteps(() => world.step());
  const { memoryBytes, memoryReserved } = world.stats;
  await world.dispose();
  return { createMs, prepareMs, ...steps, usedMiB: memoryBytes / 2 ** 20, reservedMiB: memoryReserved / 2 ** 20 };
}

/** The same of another engine, whose world is part of the creation. */
async function firstStepsOf(engine: BenchEngine, description: SceneDescription): Promise<LimitResult> {
  let world!: BenchWorld;
  const createMs = await timed(async () => {
    world = await engine.build(description);
  });
  return { createMs, ...(await slowestSteps(() => world.step())) };
}

/** The first step and the slowest later one over the median. */
async function slowestSteps(step: () => void | Promise<void>): Promise<LimitResult> {
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) times.push(await timed(step));
  const middle = median(times);
  return { medianMs: middle, first: times[0]! / middle, later: Math.max(...times.slice(1)) / middle };
}

/** From `createWorld` to the end of the first step of a ball over a floor. */
async function startUp(job: LimitJob): Promise<LimitResult> {
  const description = scene('ball', [floor(), body([0, 2, 0], sphere(0.5))], []);
  return {
    ms: await timed(async () => {
      const world = await open(job, description);
      buildScene(world, description);
      await world.step();
    }),
  };
}

/** Position and rotation of 5,500 bodies into an array: from Atoll's table of poses, or by the calls of another engine. */
async function reading(job: LimitJob, host: Host): Promise<LimitResult> {
  const description = manyPyramids();
  const count = description.bodies.length - 1;
  const out = new Float32Array(count * 7);
  const times: number[] = [];
  if (job.engine === 'atoll') {
    const world = await open(job, description);
    buildScene(world, description);
    for (let step = 0; step < STEPS; step++) {
      await world.step();
      times.push(await timed(() => copyPoses(world, out)));
    }
  } else {
    const world = await (await ENGINES[job.engine]!.load(job, host)).build(description);
    for (let step = 0; step < STEPS; step++) {
      await world.step();
      times.push(
        await timed(() => {
          for (let i = 0; i < count; i++) {
            out.set(world.position(i + 1), i * 7);
            out.set(world.rotation(i + 1), i * 7 + 3);
          }
        }),
      );
    }
  }
  if (out.some((x) => !Number.isFinite(x)) || out[1] === 0) throw new Error('Error: what was read is no pose');
  return { ms: median(times) };
}

function copyPoses(world: World, out: Float32Array): void {
  const { current } = world.poses;
  for (let at = POSE_FLOATS, to = 0; to < out.length; at += POSE_FLOATS, to += 7) {
    out[to] = current[at]!;
    out[to + 1] = current[at + 1]!;
    out[to + 2] = current[at + 2]!;
    out[to + 3] = current[at + 4]!;
    out[to + 4] = current[at + 5]!;
    out[to + 5] = current[at + 6]!;
    out[to + 6] = current[at + 7]!;
  }
}

/** A step of 10,010 bodies that all sleep. Its first 20,000 run code of the page that is not compiled well yet, at 1 to 8 µs each: most rounds come after. */
async function asleep(job: LimitJob): Promise<LimitResult> {
  const description = sleepingCity();
  const world = await open(job, description);
  buildScene(world, description);
  for (let step = 0; step < 600 && (step === 0 || world.awakeBodyCount > 0); step++) await world.step();
  const steps = 2000;
  const bodies = world.bodyCount;
  const times: number[] = [];
  for (let round = 0; round < 41; round++) {
    const ms = await timed(() => {
      for (let step = 0; step < steps; step++) world.stepSync();
    });
    times.push(ms / steps);
  }
  const { awakeBodyCount } = world;
  await world.dispose();
  return { ms: median(times), bodies, awake: awakeBodyCount };
}

/** How long a page waits for a first frame of many-pyramids, in words. */
const firstOf = ({ createMs, medianMs, first }: LimitResult): string =>
  `bodies created in ${createMs!.toFixed(0)} ms, at once a first step of ${(first! * medianMs!).toFixed(1)} ms: ${first!.toFixed(2)} times the median`;

/** Prints each figure beside its limit. False where one is missed. */
export async function compareLimits(runAlone: (job: LimitJob) => Promise<LimitResult>): Promise<boolean> {
  let ok = true;
  const inline = { engine: 'atoll', workers: 1, transport: 'inline' };
  const told = (name: string, figure: number, limit: number, unit: string): void => {
    const holds = figure < limit;
    ok &&= holds;
    console.log(
      `${holds ? '  ' : '! '}${name.padEnd(58)} ${figure.toPrecision(3).padStart(8)} ${unit}, limit ${limit}`,
    );
  };
  const several = async (job: LimitJob): Promise<LimitResult> => {
    const runs: LimitResult[] = [];
    for (let round = 0; round < ROUNDS; round++) runs.push(await runAlone(job));
    return Object.fromEntries(Object.keys(runs[0]!).map((key) => [key, median(runs.map((run) => run[key]!))]));
  };
  for (const [workers, transport] of [
    [1, 'inline'],
    [1, 'shared'],
    [2, 'shared'],
  ] as const) {
    const where = `${transport}, ${workers === 1 ? '1 worker' : `${workers} workers`}`;
    const job: LimitJob = { figure: 'first-steps', engine: 'atoll', workers, transport };
    const prepared = await several({ ...job, between: 'prepare' });
    told(`first step of many-pyramids over the median, ${where}`, prepared['first']!, 3, 'times');
    const inPage = await several({ ...job, between: 'frame' });
    told('...a frame after its bodies were created', inPage['first']!, 3, 'times');
    const figures = await several(job);
    told('...at once', figures['first']!, 3, 'times');
    told(`slowest later step over the median, ${where}`, figures['later']!, 3, 'times');
    told(`memory after many-pyramids, reserved, ${where}`, figures['reservedMiB']!, 64, 'MiB');
    console.log(`    prepared in ${prepared['prepareMs']!.toFixed(0)} ms; ${firstOf(figures)}`);
  }
  for (const engine of PEERS) {
    const figures = await several({ engine, workers: 1, transport: '', figure: 'first-steps' });
    console.log(`    ${engine}: ${firstOf(figures)}, slowest later step ${figures['later']!.toFixed(2)} times`);
  }
  for (const transport of ['inline', 'shared']) {
    const { ms } = await several({ ...inline, figure: 'start-up', transport });
    told(`createWorld to the end of the first step, ${transport}`, ms!, 100, 'ms');
  }
  told('reading 5,500 poses', (await several({ ...inline, figure: 'reading' }))['ms']!, 0.2, 'ms');
  for (const engine of PEERS) {
    const { ms } = await runAlone({ engine, workers: 1, transport: '', figure: 'reading' });
    console.log(`    ${`the same from ${engine}, body by body`.padEnd(56)} ${ms!.toPrecision(3).padStart(8)} ms`);
  }
  const rest = await runAlone({ ...inline, figure: 'asleep' });
  told(`a step of ${rest['bodies']} bodies, ${rest['awake']} of them awake`, rest['ms']!, 0.002, 'ms');
  return ok;
}
