import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from 'playwright';
import { cases, libraries, limits, type Case, type ReadbackResult } from './types.ts';

const RUNS = 3;

/** What physics costs the main thread a frame, in React: both libraries mount the same bodies, in a browser of their own. */
export async function compareReadback(only: readonly string[]): Promise<void> {
  const { chromium } = await import('playwright');
  const { createServer } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const { chromiumLaunchOptions } = (await import(
    new URL('../../../../scripts/chromium.mjs', import.meta.url).href
  )) as { chromiumLaunchOptions(): LaunchOptions };
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('./', new URL('./index.html', import.meta.url))),
    plugins: [react()],
    // Found later, a dependency would make the server reload the page in the middle of a run.
    optimizeDeps: {
      include: ['react', 'react/jsx-dev-runtime', 'react-dom', 'three', '@react-three/fiber', '@react-three/rapier'],
    },
    server: {
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
    logLevel: 'error',
  });
  await server.listen();
  const url = server.resolvedUrls!.local[0]!;
  const rows: string[] = [];
  const names = (Object.keys(cases) as Case[]).filter((name) => only.length === 0 || only.includes(name));
  for (const name of names) {
    for (const library of libraries) {
      const runs: ReadbackResult[] = [];
      for (let run = 0; run < RUNS; run++) {
        const browser = await chromium.launch(chromiumLaunchOptions());
        const page = await browser.newPage();
        page.on('pageerror', (error) => console.error(error));
        await page.goto(url);
        await page.waitForFunction(() => 'readback' in window);
        runs.push(await page.evaluate(([wanted, scene]) => window.readback(wanted, scene), [library, name] as const));
        await browser.close();
      }
      const frames = parts(runs.flatMap((run) => run.frames));
      const calls = parts(runs.flatMap((run) => run.calls));
      const mount = median(runs.map((run) => run.mount));
      const mounted = mount < Infinity ? mount.toFixed(0) : `over ${limits.mount}`;
      const moved = median(runs.map((run) => run.moved)).toFixed(2);
      rows.push(`| ${[cases[name], library, ...frames, ...calls.slice(1), mounted, moved].join(' | ')} |`);
      console.error(rows.at(-1));
    }
  }
  await server.close();
  console.log(
    `\n${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Chromium. Main-thread milliseconds a frame without drawing, over ${RUNS} runs.\n`,
  );
  console.log(
    '| scene | library | frame: 10 % | median | 95 % | of it physics: median | 95 % | mount, ms | moved, m |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  console.log(rows.join('\n'));
}

/** At 10 %, in the middle and at 95 %, ms. */
function parts(times: number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.1, 0.5, 0.95].map((part) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(3) ?? '-');
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
