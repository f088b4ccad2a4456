import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that an npm package was installed into, as seen from this file. */
export function packageFolder(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (dirname(folder) === folder) throw new Error(`${name} is not installed: run the workspace's install first`);
    folder = dirname(folder);
  }
}

export function installedVersion(name: string): string {
  return (JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')) as { version: string }).version;
}
