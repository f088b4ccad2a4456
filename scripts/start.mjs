/** `npm start`: serves the playground from a fresh checkout. `npm start -- --open` opens it in the browser too. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap();

// Only now is everything installed that these import.
const { createServer } = await import('vite');
const { importTypeScript } = await import('./node-bundle.mjs');
const server = await createServer({
  root: join(root, 'examples/playground'),
  configLoader: 'runner',
  server: { open: process.argv.includes('--open') },
});
await server.listen();
server.printUrls();
const { autoWorkers } = await importTypeScript(join(root, 'packages/engine/src/pool/cores.ts'));
const workers = autoWorkers(availableParallelism());
console.log(`  ➜  Transport: shared (the page is cross-origin isolated), ${workers} workers\n`);
