import type { Load } from '../engine.ts';
import { loadAtoll } from './atoll.ts';
import { loadCannon } from './cannon.ts';
import { loadCrashcat } from './crashcat.ts';
import { loadHavok } from './havok.ts';
import { loadJolt, loadJoltMt } from './jolt.ts';
import { loadPhysx } from './physx.ts';
import { loadRapier, loadRapierSimd } from './rapier.ts';

interface Entry {
  readonly load: Load;
  /** Runs once for each number of workers that was asked for, and each transport named here; else once. */
  readonly threaded?: (workers: number) => readonly string[];
}

/** Every engine there is, in the order of the table. */
export const ENGINES: Readonly<Record<string, Entry>> = {
  atoll: { load: loadAtoll, threaded: (workers) => (workers === 1 ? ['inline', 'shared'] : ['shared']) },
  'rapier-simd': { load: loadRapierSimd },
  rapier: { load: loadRapier },
  jolt: { load: loadJolt },
  'jolt-mt': { load: loadJoltMt, threaded: () => [''] },
  havok: { load: loadHavok },
  physx: { load: loadPhysx },
  cannon: { load: loadCannon },
  crashcat: { load: loadCrashcat },
};
