import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFolder } from './node/packages.ts';

/** Bytes of what a page loads of an engine, as published: files compressed one by one, JavaScript not minified further. */
export interface Size {
  readonly wasm: number;
  readonly wasmGzip: number;
  readonly js: number;
  readonly jsGzip: number;
}

/** Files of each engine. A folder stands for the scripts in it. Rapier's and Jolt's carry their WebAssembly as base64. */
const FILES: Readonly<Record<string, readonly (readonly [packageName: string, path: string])[]>> = {
  atoll: [
    ['@atoll/engine', 'dist'],
    ['@atoll/kernel', 'dist'],
    ['@atoll/kernel', 'dist/kernel.shared.wasm'],
  ],
  'rapier-simd': [['@dimforge/rapier3d-simd-compat', 'dist/rapier.mjs']],
  rapier: [['@dimforge/rapier3d-compat', 'dist/rapier.mjs']],
  jolt: [['jolt-physics', 'dist/jolt-physics.wasm-compat.js']],
  'jolt-mt': [
    ['jolt-physics', 'dist/jolt-physics.multithread.wasm.js'],
    ['jolt-physics', 'dist/jolt-physics.multithread.wasm.wasm'],
  ],
  havok: [
    ['@babylonjs/havok', 'lib/esm/HavokPhysics_es.js'],
    ['@babylonjs/havok', 'lib/esm/HavokPhysics.wasm'],
  ],
  physx: [
    ['physx-js-webidl', 'physx-js-webidl.mjs'],
    ['physx-js-webidl', 'physx-js-webidl.wasm'],
  ],
  cannon: [['cannon-es', 'dist/cannon-es.js']],
  crashcat: [['crashcat', 'dist/index.js']],
};

/** Entries for Node and for tests: no page loads them. */
const NOT_LOADED = /(^|[\\/])(testing|spawn-node|worker-node)\.js$/;

/** Undefined where the engine has not been built. */
export function sizeOf(engine: string): Size | undefined {
  const size = { wasm: 0, wasmGzip: 0, js: 0, jsGzip: 0 };
  for (const [packageName, path] of FILES[engine]!) {
    const target = join(folderOf(packageName), path);
    if (!existsSync(target)) return undefined;
    for (const file of filesAt(target)) {
      const bytes = readFileSync(file);
      const kind = file.endsWith('.wasm') ? 'wasm' : 'js';
      size[kind] += bytes.length;
      size[`${kind}Gzip`] += gzipSync(bytes).length;
    }
  }
  return size;
}

function filesAt(target: string): string[] {
  if (/\.(m?js|wasm)$/.test(target)) return [target];
  return readdirSync(target, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.js') && !NOT_LOADED.test(path))
    .map((path) => join(target, path));
}

/** The kernel is a dependency of the engine, not of this package. */
function folderOf(packageName: string): string {
  return packageName === '@atoll/kernel'
    ? join(packageFolder('@atoll/engine'), 'node_modules/@atoll/kernel')
    : packageFolder(packageName);
}
