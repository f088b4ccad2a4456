/** `node scripts/serve-storybook.mjs [port]`: serves the built Storybook with the headers that shared memory needs. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolationHeaders } from './isolation-headers.mjs';

const folder = fileURLToPath(new URL('../storybook-static', import.meta.url));
const port = Number(process.argv[2] ?? 6006);
const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

if (!existsSync(folder)) {
  console.error('There is no built Storybook: run `pnpm build-storybook` first.');
  process.exit(1);
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  let file;
  try {
    // A URL's pathname holds no `..`; decoding could bring one back, so it is normalized once more.
    file = join(folder, normalize(`/${decodeURIComponent(pathname)}`));
  } catch {
    response.writeHead(400).end('Bad request');
    return;
  }
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
  if (!existsSync(file)) {
    response.writeHead(404, isolationHeaders).end('Not found');
    return;
  }
  response.writeHead(200, { ...isolationHeaders, 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}).listen(port, () => console.log(`http://localhost:${port}`));
