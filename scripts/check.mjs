/** `pnpm check`: everything but the tests. `pnpm check lint format` runs the named steps alone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, pnpm, root } from './bootstrap.mjs';

const published = ['kernel', 'engine', 'react'];

/** Kilobytes (1000 bytes), gzip. A budget is raised in a commit that says what the bytes buy. */
const budgets = [
  { packages: ['kernel', 'engine'], limit: 150 },
  { packages: ['react'], limit: 20 },
];

/** In the order in which they say most about what is wrong. Each returns whether all is well. */
const steps = {
  // Before the bootstrap, which would write what is missing.
  generated: () => node('packages/kernel/generate/generate.mjs', '--check'),
  build: () => node('scripts/build.mjs'),
  benchmarks: () => node('scripts/run.mjs', 'packages/bench/src/index.ts', 'readme', '--check'),
  lint: () => tool('oxlint'),
  format: () => tool('oxfmt', '--check'),
  unused: () => tool('knip', '--no-progress', '--no-config-hints'),
  packages: checkPackages,
  size: checkSizes,
};

function node(...args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

function tool(name, ...args) {
  return runTool(name, args, 'inherit').status === 0;
}

/** For tools that say much where all is well. */
function quietTool(name, ...args) {
  const { status, stdout, stderr } = runTool(name, args, 'pipe');
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

function runTool(name, args, stdio) {
  const bin = join(root, 'node_modules/.bin', name);
  return spawnSync(bin, args, { cwd: root, stdio, shell: process.platform === 'win32' });
}

/** Packs the published packages and looks at the tarballs as their users' tools will. */
function checkPackages() {
  const folder = join(root, 'node_modules/.cache/atoll/packed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const filters = published.map((name) => `--filter=@atoll/${name}`);
  pnpm(['-r', ...filters, 'pack', '--pack-destination', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const tarballs = readdirSync(folder).map((file) => join(folder, file));
  const ok = tarballs.flatMap((file) => [
    quietTool('publint', 'run', '--strict', file),
    quietTool('attw', '--profile', 'esm-only', '--format', 'ascii', file),
  ]);
  return tarballs.length === published.length && ok.every(Boolean);
}

async function checkSizes() {
  const { packageSize } = await import('./size.mjs');
  let ok = true;
  for (const { packages, limit } of budgets) {
    const sizes = await Promise.all(packages.map(packageSize));
    const [raw, gzip] = ['raw', 'gzip'].map((kind) => sizes.reduce((sum, size) => sum + size[kind], 0) / 1000);
    ok &&= gzip <= limit;
    const verdict = gzip <= limit ? '' : '  OVER BUDGET';
    console.log(`${packages.join(' + ')}: ${gzip.toFixed(1)} of ${limit} kB gzip, ${raw.toFixed(1)} kB raw${verdict}`);
  }
  return ok;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}`);
  process.exit(1);
}

const failed = [];
for (const [name, run] of Object.entries(steps)) {
  if (name === 'build') bootstrap();
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const start = performance.now();
  const ok = await run();
  console.log(`${ok ? 'ok' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (!ok) failed.push(name);
}
console.log(failed.length === 0 ? '\nEverything checks out.' : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
