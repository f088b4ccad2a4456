/** What a page downloads of each published package, as an application bundles it: the kernel that it runs, and the minified JavaScript. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from './bootstrap.mjs';

/** Bytes of a built package. */
export async function packageSize(name) {
  const dist = join(root, 'packages', name, 'dist');
  const input = [join(dist, 'index.js'), ...workers(dist)];
  const bundle = await rolldown({ input, external: (id) => !/^[./]/.test(id) });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const shipped = output.flatMap((file) => (file.type === 'chunk' ? [Buffer.from(file.code)] : []));
  const kernel = join(dist, 'kernel.shared.wasm');
  if (existsSync(kernel)) shipped.push(readFileSync(kernel));
  return {
    raw: shipped.reduce((sum, bytes) => sum + bytes.length, 0),
    gzip: shipped.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0),
  };
}

/** Entries that a browser starts as workers, and what starts them. */
function workers(dist) {
  const pool = join(dist, 'pool');
  if (!existsSync(pool)) return [];
  return readdirSync(pool)
    .filter((file) => /^(worker|spawn-browser).*\.js$/.test(file) && !file.includes('node'))
    .map((file) => join(pool, file));
}
