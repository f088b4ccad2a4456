import { cpus } from 'node:os';
import { buildScene, sleepingCity, stepsOf, tumbler, type SceneDescription } from '@atoll/scenes';
import { timesOf } from './figures.ts';
import { createIslandsWorld, IslandsTransport } from './islands-transport.ts';

const FULL = ['depth-first search', 'union-find', 'parallel union-find'] as const;
const STAGE = 'persistent: whole stage';
const SPLIT = 'persistent: stage and a split';
/** Steps between two comparisons of the partitions. */
const CHECK = 50;

interface Result {
  readonly ms: ReadonlyMap<string, Float64Array>;
  /** Steps, counted from 1, after which not all methods found the same. */
  readonly differences: readonly string[];
  readonly islands: number;
  readonly splits: number;
}

/** 182 pyramids of base 10 that stay awake. */
function pyramids(): SceneDescription {
  const { beforeStep: _, ...city } = sleepingCity();
  return { ...city, name: 'pyramids', sleep: false, phases: [{ ...city.phases[0]!, steps: 200 }] };
}

/** `pnpm bench islands`: full searches after every step against islands that persist. Returns whether all found the same. */
export async function compareIslands(): Promise<boolean> {
  const workers = Math.max(2, cpus().length);
  console.log(`${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node ${process.versions.node}`);
  console.log(`Milliseconds a step. Parallel union-find runs on ${workers} workers, all else on one.\n`);
  const lines: Record<string, string | number>[] = [];
  let allSame = true;
  for (const scene of [pyramids(), tumbler()]) {
    console.error(`${scene.name}: ${scene.bodies.length - 1} bodies, ${stepsOf(scene)} steps, twice`);
    const merging = await run(scene, workers, false);
    const splitting = await run(scene, workers, true);
    const times = [...merging.ms, [SPLIT, splitting.ms.get(SPLIT)!] as const];
    const least = timesOf(merging.ms.get(STAGE)!).meanMs;
    const differences = [...merging.differences, ...splitting.differences];
    for (const difference of differences) console.error(`${scene.name}: ${difference}`);
    allSame &&= differences.length === 0;
    for (const [method, ms] of times) {
      const { medianMs, meanMs, maxMs } = timesOf(ms);
      const same = differences.length === 0 ? 'yes' : 'no';
      lines.push({
        scene: scene.name,
        method,
        median: Number(medianMs.toFixed(4)),
        mean: Number(meanMs.toFixed(4)),
        max: Number(maxMs.toFixed(3)),
        'ratio of means': Number((meanMs / least).toFixed(1)),
        'same partition': same,
      });
    }
    console.error(`${scene.name}: ${splitting.islands} islands at the end, ${splitting.splits} splits`);
  }
  console.table(lines);
  console.log(`"${STAGE}" is an upper bound: all of applyTouchChanges, which also scans the bits of all contacts,
colours the constraint graph, destroys contacts and raises events. Nothing rests here, so it never splits.
"${SPLIT}" is another run, in which the largest island that lost a constraint is split after every step.`);
  return allSame;
}

async function run(scene: SceneDescription, workers: number, split: boolean): Promise<Result> {
  const transport = new IslandsTransport(workers);
  const { kernel, memory, world: address } = transport;
  const world = createIslandsWorld(transport, scene);
  const built = buildScene(world, scene);
  const dynamic = built.bodies.filter((_, i) => scene.bodies[i]!.type === 'dynamic').map((body) => body.index);
  const steps = stepsOf(scene);
  const ms = new Map<string, Float64Array>();
  for (const method of [...FULL, split ? SPLIT : STAGE]) ms.set(method, new Float64Array(steps));
  const take = (method: string, step: number, work: () => void) => {
    const start = performance.now();
    work();
    ms.get(method)![step]! += performance.now() - start;
  };
  const differences: string[] = [];
  let scratch: number[] = [];

  for (let step = 0; step < steps; step++) {
    built.beforeStep();
    world.stepSync();
    // The bodies are there after the first step.
    if (step === 0) scratch = Array.from({ length: FULL.length + 1 }, () => kernel.islandScratch(address));
    const [deep, serial, parallel, persistent] = scratch as [number, number, number, number];
    ms.get(split ? SPLIT : STAGE)![step] = world.stats.stages.applyTouchChanges;
    if (split) take(SPLIT, step, () => kernel.splitLargestIsland(address));

    const searches = [
      () => take(FULL[0], step, () => kernel.islandsByDepthFirst(address, deep)),
      () => take(FULL[1], step, () => kernel.islandsByUnionFind(address, serial)),
      () => {
        kernel.openIslandSearch(address, parallel);
        take(FULL[2], step, () => kernel.islandsByParallelUnionFind(address));
        kernel.closeIslandSearch(address);
      },
    ];
    // In turns: who comes first warms the cache for the others.
    for (let i = 0; i < searches.length; i++) searches[(step + i) % searches.length]!();

    const last = step === steps - 1;
    if (!last && (step + 1) % CHECK !== 0) continue;
    // Reading the persistent partition splits what waits for it, which where nothing splits would help the steps that follow.
    const methods = [...FULL, ...(split || last ? ['persistent'] : [])];
    if (methods.length > FULL.length) kernel.islandsPersistent(address, persistent);
    const labels = scratch.map((at) => new Int32Array(memory.buffer, at));
    methods.forEach((method, k) => {
      const wrong = dynamic.filter((body) => labels[k]![body] !== labels[0]![body]).length;
      if (wrong > 0) differences.push(`step ${step + 1}: ${method} differs from ${FULL[0]} on ${wrong} bodies`);
    });
  }
  const { islandCount: islands, splitCount: splits } = world.stats;
  const sanity = scene.name === 'tumbler' ? scene.phases[0]!.sanity(built) : undefined;
  if (sanity?.ok === false) differences.push(`the simulation cannot be believed: ${JSON.stringify(sanity.figures)}`);
  await world.dispose();
  return { ms, differences, islands, splits };
}
