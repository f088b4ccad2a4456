/** `pnpm build`: the kernel and every package, into `dist`. What an earlier build left of files that are gone is removed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap();

for (const name of readdirSync(join(root, 'packages'))) {
  const dist = join(root, 'packages', name, 'dist');
  // The compiled kernel knows by itself whether it is current.
  const kept = (file) => name === 'kernel' && /^\.?kernel[.-]/.test(file);
  try {
    for (const file of readdirSync(dist)) if (!kept(file)) rmSync(join(dist, file), { recursive: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
process.exit(
  spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' }).status ?? 1,
);
