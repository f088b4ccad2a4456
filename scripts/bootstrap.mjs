/** Brings a fresh checkout to the point where anything can run. Node's own modules only: nothing is installed yet. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const pnpmVersion = '12.21.0';
const windows = process.platform === 'win32';

/** Runs a command in the repository and leaves with its exit code where it fails. */
function must(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows, ...options });
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs the workspace's pnpm, whether or not one is on the PATH. */
export function pnpm(args, options) {
  must('npx', ['-y', `pnpm@${pnpmVersion}`, ...args], options);
}

/** pnpm keeps a copy of the lockfile that it installed from: no copy, or another one, means work to do. */
function isInstalled() {
  const installed = join(root, 'node_modules/.pnpm/lock.yaml');
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(join(root, 'pnpm-lock.yaml')));
}

/** Installs what is missing and builds the kernel where its sources changed. */
export function bootstrap() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Atoll needs Node 20.19 or newer, this is ${process.versions.node}.`);
    process.exit(1);
  }
  if (!isInstalled()) {
    console.log('Installing dependencies …');
    // CI: pnpm may replace a node_modules folder of another version without asking on a terminal.
    pnpm(['install', '--frozen-lockfile'], { env: { ...process.env, CI: 'true' } });
  }
  must(process.execPath, ['packages/kernel/build.mjs']);
}
