/** Finds the Chromium that browser tests and browser benches run in. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium, or undefined. `CHROMIUM_PATH` goes before the usual places. */
function findChromium() {
  return [process.env.CHROMIUM_PATH, ...usualPaths].find((path) => path && existsSync(path));
}

/** As `findChromium`, and installs Debian's package where that is possible and nothing was found. */
export function findOrInstallChromium() {
  const found = findChromium();
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  console.log("No Chromium here: installing Debian's package …");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  if (!run(['update', '-q']) || !run(['install', '-qy', '--no-install-recommends', 'chromium'])) return undefined;
  return findChromium();
}

/** Playwright's launch options. WebGL 2 runs on SwiftShader where there is no GPU. */
export function chromiumLaunchOptions() {
  return {
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-unsafe-swiftshader',
    ],
  };
}
