/** `node scripts/run.mjs entry.ts [arguments]`: runs a TypeScript program of this repository in Node. */
import { resolve } from 'node:path';
import { bootstrap } from './bootstrap.mjs';

bootstrap();

const { importTypeScript } = await import('./node-bundle.mjs');
const [node, , entry, ...rest] = process.argv;
process.argv = [node, entry, ...rest];
await importTypeScript(resolve(entry));
