import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from 'playwright';
import type { Plugin } from 'vite';
import { packageFolder } from '../node/packages.ts';
import type { Job, JobResult } from '../run.ts';
import { PACKAGES } from './host.ts';

/** ms that a browser is left alone for once its page is there: it starts further processes meanwhile, which take a core from whatever runs. */
const REST = 1500;

/** Runs jobs in Chromium, each in a browser of its own. */
export interface BrowserRunner {
  /** Name and version of the browser. */
  readonly name: string;
  run(job: Job): Promise<JobResult>;
  close(): Promise<void>;
}

export async function startChromium(): Promise<BrowserRunner> {
  // Loaded here: the processes that measure run the same bundle and must not carry a server and a browser driver.
  const { chromium } = await import('playwright');
  const { createServer } = await import('vite');
  const { chromiumLaunchOptions } = (await import(
    new URL('../../../../scripts/chromium.mjs', import.meta.url).href
  )) as {
    chromiumLaunchOptions(): LaunchOptions;
  };
  const launch = () => {
    const options = chromiumLaunchOptions();
    return chromium.launch({
      ...options,
      args: [...(options.args ?? []), '--js-flags=--expose-gc', '--enable-precise-memory-info'],
    });
  };
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('./', new URL('./index.html', import.meta.url))),
    plugins: [packageFiles()],
    // Its threads find their script by its own address.
    optimizeDeps: { exclude: ['jolt-physics'] },
    server: {
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
    logLevel: 'error',
  });
  await server.listen();
  const url = server.resolvedUrls!.local[0]!;
  const first = await launch();
  const name = `Chromium ${first.version()}`;
  await first.close();

  return {
    name,
    async run(job) {
      const browser = await launch();
      try {
        const page = await browser.newPage();
        await page.goto(url);
        await page.waitForFunction(() => 'bench' in window);
        await page.waitForTimeout(REST);
        return await page.evaluate((wanted) => window.bench(wanted), job);
      } finally {
        await browser.close();
      }
    },
    close: () => server.close(),
  };
}

/** Hands out the files of the packages that are compared. */
function packageFiles(): Plugin {
  return {
    name: 'bench:packages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const match = /^(@[^/]+\/[^/]+|[^/]+)\/([\w./-]+)$/.exec(decodeURI(request.url ?? '').split(PACKAGES)[1] ?? '');
        if (!match || match[2]!.includes('..')) {
          next();
          return;
        }
        response.setHeader('Content-Type', 'application/octet-stream');
        response.end(readFileSync(join(packageFolder(match[1]!), match[2]!)));
      });
    },
  };
}
