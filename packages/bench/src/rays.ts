import { manyPyramids, type Quat, type SceneDescription, type Vec3 } from '@atoll/scenes';
import { ENGINES } from './engines/index.ts';
import type { BenchWorld, EngineOptions } from './engine.ts';
import type { Host } from './host.ts';
import { median } from './figures.ts';

/** f32 a ray: origin, unit direction, length. */
const RAY_FLOATS = 7;
const COUNT = 100_000;
const STEPS = 60;
const ROUNDS = 7;
const SAMPLE = 2000;
/** m: farther from what a slow search finds, a hit is wrong. Engines keep skins of a few millimetres around shapes. */
const TOLERANCE = 0.02;
/** Part of the sample that may be wrong: rays that graze an edge. */
const GRAZES = 0.005;

/** One engine with 100,000 rays, in a process of its own. */
export interface RaysJob extends EngineOptions {
  readonly rays: true;
  readonly engine: string;
}

export interface RaysResult {
  readonly version: string;
  /** Median over the rounds. */
  readonly perSecond: number;
  readonly hits: number;
  /** Of the sample, those that a search over every box does not confirm. */
  readonly wrong: number;
  readonly ok: boolean;
}

/** Builds many-pyramids, lets it settle, and casts the same rays again and again: the closest hit of each. */
export async function runRays(job: RaysJob, host: Host): Promise<RaysResult> {
  const scene = manyPyramids();
  const engine = await ENGINES[job.engine]!.load(job, host);
  const world = await engine.build(scene);
  if (!world.castRays) throw new Error('Error: the adapter casts no rays');
  for (let i = 0; i < STEPS; i++) await world.step();
  const rays = randomRays();
  const distances = new Float32Array(COUNT);
  await world.castRays(rays, distances);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await world.castRays(rays, distances);
    seconds.push((performance.now() - start) / 1000);
  }
  const wrong = countWrong(scene, world, rays, distances);
  const hits = distances.reduce((sum, distance) => sum + (distance < Infinity ? 1 : 0), 0);
  await world.dispose();
  return {
    version: engine.version,
    perSecond: COUNT / median(seconds),
    hits,
    wrong,
    ok: wrong <= SAMPLE * GRAZES && hits > COUNT / 4,
  };
}

/** From all over and above the field of pyramids to somewhere in it. */
function randomRays(): Float32Array {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const rays = new Float32Array(RAY_FLOATS * COUNT);
  for (let i = 0; i < COUNT; i++) {
    const from = [(random() - 0.5) * 150, 0.5 + random() * 25, (random() - 0.5) * 60];
    const to = [(random() - 0.5) * 136, random() * 9, (random() - 0.5) * 38];
    const d = to.map((x, axis) => x - from[axis]!);
    const length = Math.hypot(...d);
    rays.set([...from, ...d.map((x) => x / length), 100], RAY_FLOATS * i);
  }
  return rays;
}

function countWrong(scene: SceneDescription, world: BenchWorld, rays: Float32Array, distances: Float32Array): number {
  const boxes = scene.bodies.map((body, i) => {
    const [collider] = body.colliders;
    if (collider?.shape !== 'box') throw new Error('only boxes are searched');
    return { position: world.position(i), rotation: world.rotation(i), half: collider.halfExtents };
  });
  let wrong = 0;
  for (let k = 0; k < SAMPLE; k++) {
    const i = k * Math.floor(COUNT / SAMPLE);
    const ray = rays.subarray(RAY_FLOATS * i, RAY_FLOATS * (i + 1));
    let nearest = Infinity;
    for (const { position, rotation, half } of boxes) {
      const o = unrotate(rotation, [ray[0]! - position[0], ray[1]! - position[1], ray[2]! - position[2]]);
      const d = unrotate(rotation, [ray[3]!, ray[4]!, ray[5]!]);
      nearest = Math.min(nearest, enterBox(half, o, d, ray[6]!));
    }
    const found = distances[i]!;
    if (found !== nearest && !(Math.abs(found - nearest) < TOLERANCE)) wrong++;
  }
  return wrong;
}

function enterBox(half: Vec3, o: Vec3, d: Vec3, limit: number): number {
  let enter = 0;
  let exit = limit;
  for (let axis = 0; axis < 3; axis++) {
    const t1 = (-half[axis]! - o[axis]!) / d[axis]!;
    const t2 = (half[axis]! - o[axis]!) / d[axis]!;
    enter = Math.max(enter, Math.min(t1, t2));
    exit = Math.min(exit, Math.max(t1, t2));
  }
  return enter <= exit ? enter : Infinity;
}

function unrotate([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  const [tx, ty, tz] = [2 * (z * b - y * c), 2 * (x * c - z * a), 2 * (y * a - x * b)];
  return [a + w * tx + z * ty - y * tz, b + w * ty + x * tz - z * tx, c + w * tz + y * tx - x * ty];
}

/** Every engine that casts rays, one after the other, `runs` times. Prints a table. */
export async function compareRays(
  args: { readonly engines: readonly string[]; readonly workers: readonly number[]; readonly runs: number },
  runAlone: (job: RaysJob) => Promise<RaysResult>,
): Promise<boolean> {
  const jobs = args.engines.flatMap((engine): RaysJob[] => {
    const { threaded } = ENGINES[engine]!;
    if (!threaded) return [{ rays: true, engine, workers: 1, transport: '' }];
    return args.workers.flatMap((workers) =>
      threaded(workers).map((transport): RaysJob => ({ rays: true, engine, workers, transport })),
    );
  });
  const results = jobs.map((): RaysResult[] => []);
  const errors = jobs.map(() => '');
  for (let run = 0; run < args.runs; run++) {
    for (const [i, job] of jobs.entries()) {
      if (errors[i] !== '') continue;
      console.error(`run ${run + 1}/${args.runs}: rays on ${job.engine} with ${job.workers} workers`);
      await runAlone(job).then(
        (result) => results[i]!.push(result),
        (error: Error) => (errors[i] = error.message.slice(0, 100)),
      );
    }
  }
  const speeds = results.map((all) => (all.length > 0 ? median(all.map((result) => result.perSecond)) : NaN));
  console.log(`${COUNT} rays, the closest hit of each, into many-pyramids after ${STEPS} steps.\n`);
  console.table(
    jobs.map(({ engine, workers, transport }, i) => ({
      engine: `${engine} ${transport}`.trim(),
      workers,
      'rays per second': Math.round(speeds[i]!),
      ratio: Number((speeds[i]! / speeds[0]!).toFixed(2)),
      hits: results[i]![0]?.hits,
      [`wrong of ${SAMPLE}`]: results[i]![0]?.wrong,
      ok: errors[i] || results[i]!.every((result) => result.ok),
      version: results[i]![0]?.version,
    })),
  );
  return results.every((all) => all.every((result) => result.ok));
}
