/** Generates the shared layout and compiles the kernel: `node packages/kernel/build.mjs [--force]`. Skips what is up to date, by content hash. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const asc = join(dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')), 'bin/asc.js');
const COMMON = [
  '--runtime',
  'stub',
  '-O3',
  '--noAssert',
  '--enable',
  'simd',
  '--importMemory',
  '--disableWarning',
  '112',
  // The most used locals get the smallest numbers, and functions of a file lie side by side: 0.8 and 2.5 kB less, compressed.
  '--runPasses',
  'reorder-locals,reorder-functions-by-name',
  // What runs seldom is not inlined: 0.9 kB less, compressed.
  '--transform',
  './seldom.mjs',
];
/** 64 KiB pages: 65535 is all that a 32-bit address reaches but one page. */
const BUILDS = [
  {
    name: 'kernel.shared',
    entry: 'assembly/index.ts',
    flags: ['--enable', 'threads', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65535'],
  },
  { name: 'kernel.single', entry: 'assembly/index.ts', flags: ['--initialMemory', '16'] },
  { name: 'kernel.test', entry: 'assembly/test-entry.ts', flags: ['--initialMemory', '16'] },
  {
    name: 'kernel.bench',
    entry: 'assembly/bench-entry.ts',
    flags: ['--enable', 'threads', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65535'],
  },
];

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

execFileSync(process.execPath, [join(root, 'generate/generate.mjs')], { stdio: 'inherit' });
const hash = createHash('sha256');
for (const file of [
  ...filesUnder(join(root, 'assembly')),
  fileURLToPath(import.meta.url),
  join(root, 'seldom.mjs'),
  asc,
])
  hash.update(file.slice(root.length)).update(readFileSync(file));
const digest = hash.digest('hex');
const stamp = join(root, 'dist/.kernel-hash');
const isCurrent =
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === digest &&
  BUILDS.every(({ name }) => existsSync(join(root, `dist/${name}.wasm`)));
if (!isCurrent || process.argv.includes('--force')) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  // Two builds may run at once: each writes files of its own, and a rename is seen whole or not at all.
  const own = (name) => `dist/${name}.${process.pid}`;
  for (const { name, entry, flags } of BUILDS) {
    execFileSync(
      process.execPath,
      [asc, entry, ...COMMON, ...flags, '-o', `${own(name)}.wasm`, '-t', `${own(name)}.wat`],
      { cwd: root, stdio: 'inherit' },
    );
    const text = readFileSync(join(root, `${own(name)}.wat`), 'utf8');
    rmSync(join(root, `${own(name)}.wat`));
    if (/~lib\/rt\/stub\/__(alloc|new)/.test(text)) {
      rmSync(join(root, `${own(name)}.wasm`));
      throw new Error(`${name}: the simulation uses a managed object (the stub allocator is linked in)`);
    }
    renameSync(join(root, `${own(name)}.wasm`), join(root, `dist/${name}.wasm`));
  }
  writeFileSync(stamp, digest);
}
