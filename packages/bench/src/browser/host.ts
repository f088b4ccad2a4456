import type { Host } from '../host.ts';

/** Where the server hands out the files of npm packages. */
export const PACKAGES = '/@package/';

async function get(packageName: string, path: string): Promise<Response> {
  const response = await fetch(`${PACKAGES}${packageName}/${path}`);
  if (!response.ok) throw new Error(`${packageName}/${path}: ${response.status}`);
  return response;
}

/** A page. Chromium tells the heap of the page's own thread alone. */
export const browserHost: Host = {
  version: async (packageName) =>
    ((await (await get(packageName, 'package.json')).json()) as { version: string }).version,
  file: async (packageName, path) => (await get(packageName, path)).arrayBuffer(),
  memoryMiB: () => NaN,
  heapUsed: () => (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? NaN,
  collect: () => (globalThis as { gc?: () => void }).gc?.(),
};
