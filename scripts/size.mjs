/** What a page downloads of each published package: the kernel that it runs, and the minified JavaScript. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';
import { root } from './bootstrap.mjs';

/** Files that no page loads: entries for Node and for tests. */
const notLoaded = /(^|\/)(testing|vite|spawn-node|worker-node)\.js$/;

/** Bytes of a built package. Files are compressed one by one: a bundler does a little better. */
export function packageSize(name) {
  const dist = join(root, 'packages', name, 'dist');
  const size = { raw: 0, gzip: 0 };
  for (const path of readdirSync(dist, { recursive: true })) {
    const isScript = path.endsWith('.js') && !notLoaded.test(path.replaceAll('\\', '/'));
    if (!isScript && path !== 'kernel.shared.wasm') continue;
    const bytes = readFileSync(join(dist, path));
    const shipped = isScript ? Buffer.from(minifySync(path, bytes.toString()).code) : bytes;
    size.raw += shipped.length;
    size.gzip += gzipSync(shipped).length;
  }
  return size;
}
