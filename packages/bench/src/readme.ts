import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scalingPlot } from './scaling-plot.ts';
import { readScaling } from './scaling.ts';
import { fastestPeer, readResults, resultsFile, type Results, type ResultRow } from './results.ts';

const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
const PLOT = fileURLToPath(new URL('../../../docs/images/benchmarks.svg', import.meta.url));
const SCALING = fileURLToPath(new URL('../../../docs/images/scaling.svg', import.meta.url));
const START = '<!-- benchmarks: written by `pnpm bench readme` -->';
const END = '<!-- /benchmarks -->';

/** Writes tables and plot of the committed results. With `check`, only says whether they are up to date. */
export function writeReadme(check: boolean): boolean {
  if (!existsSync(resultsFile('node'))) return true;
  const results = readResults('node');
  const { rows } = results;
  const readme = readFileSync(README, 'utf8');
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < 0) throw new Error(`README.md: no place for the benchmarks between ${START} and ${END}`);
  const text = `${table(rows)}\n\n${note(results)}${inBrowser()}`;
  const next = `${readme.slice(0, start + START.length)}\n\n${text}\n\n${readme.slice(end)}`;
  const scaling = readScaling();
  const written: readonly (readonly [string, string])[] = [
    [README, next],
    [PLOT, plot(rows)],
    ...(scaling ? [[SCALING, scalingPlot(scaling)] as const] : []),
  ];
  if (check) return written.every(([file, text]) => existsSync(file) && readFileSync(file, 'utf8') === text);
  mkdirSync(dirname(PLOT), { recursive: true });
  for (const [file, text] of written) writeFileSync(file, text);
  return true;
}

/** The same table from a browser, where its results are there. */
function inBrowser(): string {
  if (!existsSync(resultsFile('chromium'))) return '';
  const results = readResults('chromium');
  return `\n\nThe same in a browser (\`pnpm bench:browser\`): ${origin(results)}.\n\n${table(results.rows)}`;
}

/** Those in which some engine holds. */
const scenesOf = (rows: readonly ResultRow[]): string[] => [
  ...new Set(rows.filter((row) => row.ok).map((row) => row.scene)),
];

function nameOf({ engine, workers }: ResultRow): string {
  if (engine === 'atoll') return `atoll, ${workers === 1 ? '1 worker' : `${workers} workers`}`;
  return engine === 'jolt-mt' ? `jolt-mt, ${workers === 1 ? '1 thread' : `${workers} threads`}` : engine;
}

/** Atoll once for each number of workers: inline where there is one, in the pool where there are more. */
const isShown = (row: ResultRow): boolean =>
  row.engine !== 'atoll' || (row.workers === 1 ? row.transport === 'inline' : row.transport === 'shared');

function table(rows: readonly ResultRow[]): string {
  const shown = rows.filter(isShown);
  // Runs are interleaved: the order in which they came says nothing.
  const engines = [...new Set(shown.map(nameOf))].sort(
    (a, b) => Number(b.startsWith('atoll')) - Number(a.startsWith('atoll')) || (a < b ? -1 : 1),
  );
  const lines = scenesOf(shown).map((scene) => {
    const fastest = Math.min(...shown.filter((row) => row.scene === scene && row.ok).map((row) => row.medianMs));
    return [
      scene,
      ...engines.map((engine) =>
        cell(
          shown.find((row) => row.scene === scene && nameOf(row) === engine),
          fastest,
        ),
      ),
    ];
  });
  return aligned([['ms a step', ...engines], ...lines]);
}

function cell(row: ResultRow | undefined, fastest: number): string {
  // A run that broke off before this part of its scene has no time, or NaN. One that held may be shorter than the clock can tell.
  if (!row || (!row.ok && !(row.medianMs > 0))) return '–';
  if (!row.ok) return `(${figure(row.medianMs)})`;
  return row.medianMs === fastest ? `**${figure(row.medianMs)}**` : figure(row.medianMs);
}

/** A Markdown table, the first column to the left and the others to the right. */
export function aligned(lines: readonly string[][]): string {
  const widths = lines[0]!.map((_, column) => Math.max(3, ...lines.map((line) => line[column]!.length)));
  const text = lines.map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))),
  );
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [text[0]!, rule, ...text.slice(1)].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Machine, day, and how many runs the medians are of. */
function origin({ machine, date, rows }: Results): string {
  const counts = rows.map((row) => row.runCount);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `${machine}, ${date}, ${least === most ? '' : `${least} to `}${most} ${most === 1 ? 'run' : 'runs'} a scene`;
}

function note(results: Results): string {
  return `${origin(results)}. Medians of interleaved runs, each in its own process, every engine with its default
settings; the fastest in bold, in brackets what fell apart, a dash where an engine broke off at its limit of time. Runs of several threads
wait for cores that share a cache, and are done again, up to four times, where they did not stay so: there two workers take up to twice as long.
\`pnpm bench\` repeats it.

![Time of a step against the fastest other engine with one thread](docs/images/benchmarks.svg)`;
}

const figure = (ms: number): string => (ms < 0.005 ? '< 0.005' : ms.toPrecision(ms < 0.1 ? 1 : 3));

/** Bars: time of a step over that of the fastest peer with one thread whose sanity holds. The line is that peer. */
function plot(rows: readonly ResultRow[]): string {
  const shown = rows.filter((row) => isShown(row) && row.ok);
  const most = 4;
  const left = 190;
  const unit = 120;
  const bar = 13;
  let y = 24;
  let body = '';
  for (const scene of scenesOf(shown)) {
    const peer = fastestPeer(scene, rows);
    if (!peer || peer.medianMs < 0.05) continue;
    body += `<text x="8" y="${y + 11}" class="scene">${scene}</text>\n`;
    y += 18;
    for (const row of shown.filter((other) => other.scene === scene)) {
      const ratio = row.medianMs / peer.medianMs;
      const width = Math.min(ratio, most) * unit;
      body += `<text x="${left - 6}" y="${y + 10}" text-anchor="end">${nameOf(row)}</text>`;
      body += `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="${bar - 2}" class="${row.engine === 'atoll' ? 'own' : 'peer'}"/>`;
      body += `<text x="${(left + width + 4).toFixed(1)}" y="${y + 10}">${ratio.toFixed(2)}${ratio > most ? ' →' : ''}</text>\n`;
      y += bar;
    }
    y += 8;
  }
  const width = left + most * unit + 60;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 4}" width="${width}" height="${y + 4}" role="img" aria-label="Time of a step against the fastest other engine with one thread">
<style>text{font:11px system-ui,sans-serif;fill:#24292f}.scene{font-weight:600}.own{fill:#0d9488}.peer{fill:#94a3b8}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${left + unit}" y="14" text-anchor="middle">1 = fastest other engine, one thread</text>
<line x1="${left + unit}" y1="18" x2="${left + unit}" y2="${y}" stroke="#475569" stroke-dasharray="3 3"/>
${body}</svg>
`;
}
