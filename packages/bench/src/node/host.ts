import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from '../host.ts';
import { installedVersion, packageFolder } from './packages.ts';

/** Node, started with `--expose-gc`. */
export const nodeHost: Host = {
  version: async (packageName) => installedVersion(packageName),
  file: async (packageName, path) => new Uint8Array(await readFile(join(packageFolder(packageName), path))).buffer,
  memoryMiB: () => process.memoryUsage().rss / 2 ** 20,
  heapUsed: () => process.memoryUsage().heapUsed,
  collect: () => (globalThis as { gc?: () => void }).gc?.(),
};
