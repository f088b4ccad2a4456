import type { Vec3, Vec3Input } from '../types.js';
import { PhysicsInputError } from '../errors.js';
import { autoWorkers } from '../pool/cores.js';
import { finite, integer, nonNegative, positive } from '../validate/number.js';
import { boolean, checkOptions, oneOf } from '../validate/options.js';
import { vec3 } from '../validate/vector.js';
import type { TransportKind } from '../transport/transport.js';

/** Settings that may change while the world runs; in force from the next step. */
export interface WorldSettingsOptions {
  /** m/s². Default [0, -9.81, 0]. */
  gravity?: Vec3Input | undefined;
  /** Length of one step, s, > 0 and <= 1. Default 1/60. */
  timeStep?: number | undefined;
  /** Solver substeps a step, 1 to 64. Default 4. */
  substeps?: number | undefined;
  /** Whether bodies at rest may sleep. Default true. */
  sleep?: boolean | undefined;
  /** Whether fast bodies are kept from passing through static ones. Default true. */
  continuous?: boolean | undefined;
  /** Stiffness of contacts, Hz, > 0, shared by the points of a contact; at most half the substep rate counts. Default 100. */
  contactHertz?: number | undefined;
  /** Damping ratio of contacts, >= 0. Default 5. */
  contactDampingRatio?: number | undefined;
  /** Fastest push out of an overlap, m/s, >= 0. Default 3. */
  contactPushSpeed?: number | undefined;
  /** Stiffness of joints, Hz, > 0; at most a third of the substep rate counts. Default 80. */
  jointHertz?: number | undefined;
  /** Damping ratio of joints, >= 0. Default 8. */
  jointDampingRatio?: number | undefined;
  /** Slower impacts do not bounce, m/s, >= 0. Default 1. */
  restitutionThreshold?: number | undefined;
  /** Faster impacts raise `contacthit`, m/s, >= 0. Default 1. */
  hitSpeedThreshold?: number | undefined;
  /** Most steps that `advance` lets wait at a time, 1 to 1000. Default 5. */
  maxCatchUp?: number | undefined;
  /** Tests: not 0 permutes the order in which one worker handles blocks. It must not matter. Default 0. */
  blockOrderSeed?: number | undefined;
}

/** What `createWorld` takes. */
export interface WorldOptions extends WorldSettingsOptions {
  /** Solver threads, 1 to 32, or 'auto' for what suits the machine. The shared transport alone can have more than 1. Default 'auto'. */
  workers?: 'auto' | number | undefined;
  /**
   * Where the simulation runs. 'shared': a pool of threads on shared memory, where the page is cross-origin isolated. 'transfer': one
   * thread, which sends its poses. 'inline': this thread. Default 'auto': the first of these that works here.
   */
  transport?: 'auto' | 'shared' | 'transfer' | 'inline' | undefined;
  /** bytes, 16 MiB to 4 GiB - 64 KiB: the memory grows up to this. Default 1 GiB. */
  maxMemory?: number | undefined;
}

export interface WorldSettings {
  readonly gravity: Vec3;
  readonly timeStep: number;
  readonly substeps: number;
  readonly sleep: boolean;
  readonly continuous: boolean;
  readonly contactHertz: number;
  readonly contactDampingRatio: number;
  readonly contactPushSpeed: number;
  readonly jointHertz: number;
  readonly jointDampingRatio: number;
  readonly restitutionThreshold: number;
  readonly hitSpeedThreshold: number;
  readonly maxCatchUp: number;
  readonly blockOrderSeed: number;
}

export interface WorldSetup {
  readonly settings: WorldSettings;
  readonly workers: number;
  readonly transport: 'auto' | TransportKind;
  readonly maxMemory: number;
}

const MIN_MEMORY = 16 * 2 ** 20;
const MAX_MEMORY = 2 ** 32 - 65536;
const MAX_WORKERS = 32;

const defaults: WorldSettings = {
  gravity: [0, -9.81, 0],
  timeStep: 1 / 60,
  substeps: 4,
  sleep: true,
  continuous: true,
  contactHertz: 100,
  contactDampingRatio: 5,
  contactPushSpeed: 3,
  jointHertz: 80,
  jointDampingRatio: 8,
  restitutionThreshold: 1,
  hitSpeedThreshold: 1,
  maxCatchUp: 5,
  blockOrderSeed: 0,
};

const checks: { readonly [K in keyof WorldSettings]: (value: unknown, where: string) => WorldSettings[K] } = {
  gravity: vec3,
  timeStep: (value, where) => {
    const seconds = positive(value, where);
    if (seconds > 1)
      throw new PhysicsInputError('out-of-range', where, `expected a number > 0 and <= 1, got ${seconds}`);
    return seconds;
  },
  substeps: (value, where) => integer(value, 1, 64, where),
  sleep: boolean,
  continuous: boolean,
  contactHertz: positive,
  contactDampingRatio: nonNegative,
  contactPushSpeed: nonNegative,
  jointHertz: positive,
  jointDampingRatio: nonNegative,
  restitutionThreshold: nonNegative,
  hitSpeedThreshold: nonNegative,
  maxCatchUp: (value, where) => integer(value, 1, 1000, where),
  blockOrderSeed: (value, where) => integer(value, 0, 0xffffffff, where),
};

const settingKeys = Object.keys(defaults) as (keyof WorldSettings)[];
const knownSettings: ReadonlySet<string> = new Set(settingKeys);
const known: ReadonlySet<string> = new Set([...settingKeys, 'workers', 'transport', 'maxMemory']);

export function resolveWorld(options: unknown): WorldSetup {
  checkOptions(options, known, 'World');
  const { workers = 'auto', transport = 'auto', maxMemory = 2 ** 30 } = options;
  const resolved: WorldSetup = {
    settings: merge(defaults, options),
    workers: workers === 'auto' ? autoWorkers() : integer(workers, 1, MAX_WORKERS, 'World.workers'),
    transport: oneOf(transport, ['auto', 'shared', 'transfer', 'inline'], 'World.transport'),
    maxMemory: integer(maxMemory, MIN_MEMORY, MAX_MEMORY, 'World.maxMemory'),
  };
  return resolved;
}

/** `settings`, or the defaults, with the given ones replaced. One that is there and undefined goes back to its default. */
export function mergeSettings(settings: WorldSettings | undefined, options: unknown): WorldSettings {
  checkOptions(options, knownSettings, 'World');
  return merge(settings ?? defaults, options);
}

function merge(base: WorldSettings, options: Record<string, unknown>): WorldSettings {
  const settings: Record<string, unknown> = { ...base };
  for (const key of settingKeys) {
    if (!(key in options)) continue;
    const value = options[key];
    settings[key] = value === undefined ? defaults[key] : checks[key](value, `World.${key}`);
  }
  return settings as unknown as WorldSettings;
}

/** Real time given to `advance`. */
export function checkSeconds(value: unknown): number {
  return nonNegative(value, 'World.advance.seconds');
}

/** A number of steps. */
export function checkSteps(value: unknown, where: string): number {
  finite(value, where);
  return integer(value, 1, 0xffffffff, where);
}
