import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, type InTurn, type Turn } from './compare.ts';
import { compareLimits, runLimit, type LimitJob, type LimitResult } from './limits.ts';
import { NearCores } from './near-cores.ts';
import { coreDistance } from './node/core-distance.ts';
import { nodeHost } from './node/host.ts';
import { inOwnProcess } from './node/own-process.ts';
import { parseOptions, parseRayOptions, USAGE, UsageError, WAIT } from './options.ts';
import { aligned, writeReadme } from './readme.ts';
import { settings, sizes, stages, table, work } from './report.ts';
import { readResults, regressions, saveResults } from './results.ts';
import { compareRays, runRays, type RaysJob, type RaysResult } from './rays.ts';
import { runJob, type Job, type JobResult } from './run.ts';
import { measureScaling, parseScaling, saveScaling, scalingTable } from './scaling.ts';
import { sizeOf } from './sizes.ts';

const KERNEL_BENCHES = fileURLToPath(new URL('../../kernel/bench', import.meta.url));

const [, , first, second] = process.argv;
/** Nothing on a larger machine: nobody knows which of its cores a run will get. */
const nearCores = (wait = WAIT) => (cpus().length === 2 ? new NearCores(coreDistance, wait) : undefined);
/** Runs of several threads not while the machine's cores are far from each other. */
const inTurn =
  (cores: NearCores | undefined): InTurn =>
  async (turns, runAlone) => {
    if (cores) return cores.runAll(turns, runAlone);
    const results = [];
    for (const turn of turns) results.push(await runAlone(turn));
    return results;
  };
async function byItself<T extends Turn, Result>(
  cores: NearCores | undefined,
  job: T,
  runAlone: (job: T) => Promise<Result>,
): Promise<Result> {
  return (await inTurn(cores)([job], runAlone))[0]!;
}
if (first === '--job') {
  const job = JSON.parse(second!) as Job | RaysJob | LimitJob;
  if ('rays' in job) process.send!(await runRays(job, nodeHost));
  else if ('figure' in job) process.send!(await runLimit(job, nodeHost));
  else process.send!(await runJob(job, nodeHost));
  // Engines with threads of their own keep the process alive.
  process.disconnect();
  process.exit(0);
}
if (first === 'islands') {
  const { compareIslands } = await import('./islands.ts');
  process.exit((await compareIslands()) ? 0 : 1);
}
if (first === 'readback') {
  await (await import('./readback/run.ts')).compareReadback(process.argv.slice(3));
  process.exit(0);
}
if (first === 'rays') {
  const options = parseRayOptions(process.argv.slice(3));
  process.exit((await compareRays(options, inOwnProcess<RaysResult>)) ? 0 : 1);
}
if (first === 'limits') {
  const cores = nearCores();
  const holds = await compareLimits((job) => byItself(cores, job, inOwnProcess<LimitResult>));
  if (cores?.report) console.log(cores.report);
  process.exit(holds ? 0 : 1);
}
if (first === 'scaling') {
  const { runs, save } = parseScaling(process.argv.slice(3));
  const cores = nearCores();
  const rows = await measureScaling(
    runs,
    cpus().length,
    (job) => byItself(cores, job, inOwnProcess<JobResult>),
    (text) => console.error(text),
  );
  console.log(aligned(scalingTable(rows)));
  if (save) saveScaling({ machine: machineName(), date: new Date().toISOString(), runCount: runs, rows });
  process.exit(0);
}
if (first === 'barrier' || first === 'broadphase' || first === 'mesh-trees') {
  const program = join(KERNEL_BENCHES, `${first}.mjs`);
  process.exit(spawnSync(process.execPath, [program, ...process.argv.slice(3)], { stdio: 'inherit' }).status ?? 1);
}
if (first === 'readme') process.exit(writeReadme(process.argv.includes('--check')) ? 0 : 1);
if (first === '--help') {
  console.log(USAGE);
  process.exit(0);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError) && (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') !== true)
    throw error;
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  process.exit(1);
}

function machineName(browser?: string): string {
  return `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, ${browser ?? `Node ${process.versions.node}`}`;
}

async function main(args: readonly string[]): Promise<void> {
  const { jobs, runs, wait, json, browser, check, save } = parseOptions(args);
  // Only the browser bench needs a browser and a server.
  const chromium = browser ? await (await import('./browser/chromium.ts')).startChromium() : undefined;
  const machine = machineName(chromium?.name);
  const runAlone = chromium ? (job: Job) => chromium.run(job) : inOwnProcess<JobResult>;
  const cores = nearCores(wait);
  const rows = await compare(jobs, runs, runAlone, inTurn(cores), (text) => console.error(text));
  await chromium?.close();

  console.log(
    `\n${machine}. Milliseconds a step, medians over ${runs} runs; ratio to the first row of a scene that holds.\n`,
  );
  if (cores?.report) console.log(`${cores.report}\n`);
  console.log(table(rows));
  console.log(`\n${settings(rows)}`);
  if (stages(rows) !== '') console.log(`\n${stages(rows)}`);
  if (work(rows) !== '') console.log(`\n${work(rows)}`);

  const engines = [...new Set(rows.map((row) => row.engine))];
  const downloads = Object.fromEntries(engines.map((engine) => [engine, sizeOf(engine)]));
  console.log(`\n${sizes(downloads)}`);
  const date = new Date().toISOString();
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ machine, date, rows, sizes: downloads }, null, 2)}\n`);
  }
  const place = browser ? 'chromium' : 'node';
  if (check) {
    const worse = regressions(readResults(place).rows, rows);
    console.log(
      worse.length > 0 ? `\nWorse than committed:\n${worse.join('\n')}` : '\nNothing is worse than committed.',
    );
    if (worse.length > 0) process.exitCode = 1;
  }
  if (save) saveResults(place, machine, date, runs, rows);
}
