/**
 * `npm test [vitest arguments]`: runs every test, here and in Chromium, and ends with one line of totals.
 * `npm test -- --project node` runs one project.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { findOrInstallChromium } from './chromium.mjs';

const extra = process.argv.slice(2);
const report = join(root, 'node_modules/.cache/atoll/tests.json');

bootstrap();

const projects = [];
if (!extra.includes('--project') && !findOrInstallChromium()) {
  console.error(`
  ┌──────────────────────────────────────────────────────────────────────┐
  │ NO CHROMIUM: THE BROWSER AND STORYBOOK TESTS ARE LEFT OUT.           │
  │ Install one, or set CHROMIUM_PATH, to run all of the tests.          │
  └──────────────────────────────────────────────────────────────────────┘
`);
  projects.push('--project', 'node', '--project', 'jsdom');
}

mkdirSync(dirname(report), { recursive: true });
rmSync(report, { force: true });
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects, ...extra],
  { cwd: root, stdio: 'inherit' },
);

const { passed, failed, skipped } = totals(status === 0);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 ? 1 : 0);

/** Totals over all projects. A file that did not load and a run that broke off each count as a failure. */
function totals(clean) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []) {
    const results = file.assertionResults.map((test) => test.status);
    for (const result of results) count[result in count ? result : 'skipped'] += 1;
    if (file.status === 'failed' && !results.includes('failed')) count.failed += 1;
  }
  if (!clean && count.failed === 0) count.failed = 1;
  return count;
}
