// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

it('imports where there is no window, no Worker and no document', async () => {
  expect(typeof window).toBe('undefined');
  const react = await import('@atoll/react');
  expect(Object.keys(react)).toContain('World');
});

const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

describe('the Vite plugin', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'atoll-vite-'));
    writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>');
    writeFileSync(join(root, 'main.js'), 'export const page = 1;');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const config = (atoll: () => unknown) =>
    ({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [atoll()],
      server: { port: 0 },
      preview: { port: 0 },
    }) as InlineConfig;
  const headersOf = async (url: string) => {
    const { headers } = await fetch(url);
    return Object.fromEntries(Object.keys(isolated).map((name) => [name, headers.get(name)]));
  };

  it('has the dev server isolate pages and scripts', async () => {
    const [{ createServer }, { atoll }] = [await import('vite'), await import('@atoll/react/vite')];
    const server = await createServer(config(atoll));
    await server.listen();
    const url = server.resolvedUrls!.local[0]!;
    try {
      expect(await headersOf(url)).toEqual(isolated);
      expect(await headersOf(`${url}main.js`)).toEqual(isolated);
    } finally {
      await server.close();
    }
  });

  // In Vite 7 and older the worker and the kernel are not found otherwise.
  it('has the dev server leave engine and kernel in their places', async () => {
    const names = ['@atoll/engine', '@atoll/kernel'];
    for (const name of names) {
      const folder = join(root, 'node_modules', name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }));
      writeFileSync(join(folder, 'index.js'), 'export const here = import.meta.url;');
    }
    writeFileSync(join(root, 'uses.js'), names.map((name) => `import '${name}';`).join('\n'));
    const [{ createServer }, { atoll }] = [await import('vite'), await import('@atoll/react/vite')];
    const server = await createServer(config(atoll));
    await server.listen();
    try {
      const code = await (await fetch(`${server.resolvedUrls!.local[0]!}uses.js`)).text();
      for (const name of names) expect(code).toContain(`"/node_modules/${name}/index.js`);
    } finally {
      await server.close();
    }
  });

  it('has the preview of a build isolate pages', async () => {
    const [{ build, preview }, { atoll }] = [await import('vite'), await import('@atoll/react/vite')];
    await build(config(atoll));
    const server = await preview(config(atoll));
    try {
      expect(await headersOf(server.resolvedUrls!.local[0]!)).toEqual(isolated);
    } finally {
      await server.close();
    }
  });
});
