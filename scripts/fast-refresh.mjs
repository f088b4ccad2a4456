/**
 * Browser commands for tests of Fast Refresh: a page that Vite serves as it does in development, with a module that is edited while it
 * runs. Nothing on the disk changes.
 */
import { dirname } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { isolationHeaders } from './isolation-headers.mjs';

let open;

export const fastRefreshCommands = {
  /** Opens `folder/index.html`, from the test file. */
  async openPage({ context, testPath }, folder) {
    const edits = new Map();
    const server = await createServer({
      configFile: false,
      root: `${dirname(testPath)}/${folder}`,
      cacheDir: 'node_modules/.vite/fast-refresh',
      plugins: [
        {
          name: 'edits',
          enforce: 'pre',
          transform: (code, id) =>
            (edits.get(id.split('?')[0]) ?? []).reduce((text, [from, to]) => text.replace(from, to), code),
        },
        react(),
      ],
      optimizeDeps: { include: ['react', 'react/jsx-dev-runtime', 'react-dom/client', 'three', '@react-three/fiber'] },
      server: { headers: isolationHeaders, port: 0 },
      logLevel: 'error',
    });
    await server.listen();
    const page = await context.newPage();
    const loads = [];
    page.on('load', () => loads.push(page.url()));
    await page.goto(server.resolvedUrls.local[0]);
    open = { server, page, edits, loads };
  },
  /** Replaces `from` by `to` in a module of the page. */
  async editModule(_context, name, from, to) {
    const { server, edits } = open;
    const file = `${server.config.root}/${name}`;
    edits.set(file, [...(edits.get(file) ?? []), [from, to]]);
    server.watcher.emit('change', file);
  },
  /** Runs the text of a function in the page. Returns what it returns. */
  evaluate: (_context, text) => open.page.evaluate(text),
  /** How often the page was loaded. */
  countLoads: () => open.loads.length,
  async closePage() {
    await open?.page.close();
    await open?.server.close();
    open = undefined;
  },
};
