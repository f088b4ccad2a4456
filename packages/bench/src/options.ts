import { parseArgs } from 'node:util';
import { ENGINES } from './engines/index.ts';
import type { Job } from './run.ts';
import { SCENES, TIMED } from './scenes.ts';

export const USAGE = `pnpm bench [scene…] [--engines LIST] [--workers 1,2] [--runs 3] [--limit SECONDS] [--wait SECONDS] [--json FILE] [--check] [--save]
--wait: how long a run of several threads waits, on a machine of two cores, until these share a cache; 30, as do limits and scaling
--check: fails where a ratio to the fastest peer is worse than the committed one by more than 25 %
--save: writes the rows into packages/bench/results, from which \`pnpm bench readme\` makes the README's table and plot
pnpm bench:browser …: the same in Chromium
pnpm bench islands: full searches for islands against islands that persist
pnpm bench rays [--engines LIST] [--workers 1,2] [--runs 3]: rays a second
pnpm bench scaling [--runs 3] [--save]: a step by the number of workers, up to 16, and what the machine itself gives; a core each
pnpm bench limits: first steps, start-up, memory, reading poses, a world that sleeps, each beside its limit
pnpm bench readback [instanced] [bodies] [sleeping]: main-thread time a frame in React, beside @react-three/rapier, in Chromium
pnpm bench barrier [rounds]: what a barrier between the kernel's workers costs
pnpm bench broadphase: re-insertions with and without prediction, and what moving does to the tree
pnpm bench mesh-trees: the trees of triangle meshes, built and queried

scenes:  ${Object.keys(TIMED).join(', ')}; and, when named,
         ${Object.keys(SCENES)
           .filter((name) => !(name in TIMED))
           .join(', ')}
engines: ${Object.keys(ENGINES).join(', ')}`;

/** Those whose adapters cast rays. */
const RAY_ENGINES = ['atoll', 'rapier-simd', 'rapier', 'jolt', 'havok'];

/** s that a run of several threads waits for cores that share a cache, unless told. */
export const WAIT = 30;

/** A wish that cannot be met; its message is for the one who typed it. */
export class UsageError extends Error {}

export interface Options {
  readonly jobs: readonly Job[];
  readonly runs: number;
  readonly json: string | undefined;
  /** The longest wait for cores that share a cache, in s. */
  readonly wait: number;
  /** Runs in Chromium instead of in Node. */
  readonly browser: boolean;
  /** Compares with the committed results. */
  readonly check: boolean;
  /** Writes the rows into the committed results. */
  readonly save: boolean;
}

export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    allowPositionals: true,
    options: {
      engines: { type: 'string' },
      workers: { type: 'string' },
      runs: { type: 'string' },
      limit: { type: 'string' },
      wait: { type: 'string' },
      json: { type: 'string' },
      browser: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  });
  const scenes = positionals.length > 0 ? positionals : Object.keys(TIMED);
  const engines = values.engines?.split(',') ?? Object.keys(ENGINES);
  for (const scene of scenes) if (!(scene in SCENES)) throw new UsageError(`there is no scene "${scene}"`);
  for (const engine of engines)
    if (!(engine in ENGINES)) throw new UsageError(`there is no adapter for the engine "${engine}"`);
  const workers = (values.workers ?? '1,2').split(',').map((text) => count('workers', text));
  const limit = count('limit', values.limit ?? '120');
  return {
    jobs: scenes.flatMap((scene) =>
      engines.flatMap((engine) => variants(engine, workers).map((variant) => ({ scene, engine, limit, ...variant }))),
    ),
    runs: count('runs', values.runs ?? '3'),
    wait: count('wait', values.wait ?? String(WAIT)),
    json: values.json,
    browser: values.browser,
    check: values.check,
    save: values.save,
  };
}

/** Of `pnpm bench rays`. */
export function parseRayOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: { engines: { type: 'string' }, workers: { type: 'string' }, runs: { type: 'string' } },
  });
  return {
    engines: values.engines?.split(',') ?? RAY_ENGINES,
    workers: (values.workers ?? '1,2').split(',').map((text) => count('workers', text)),
    runs: count('runs', values.runs ?? '3'),
  };
}

function variants(engine: string, workers: readonly number[]) {
  const { threaded } = ENGINES[engine]!;
  if (!threaded) return [{ workers: 1, transport: '' }];
  return workers.flatMap((n) => threaded(n).map((transport) => ({ workers: n, transport })));
}

export function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`--${name}: expected whole numbers from 1, got "${text}"`);
  return value;
}
