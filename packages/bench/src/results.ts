import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './compare.ts';

/** The committed figures of one machine: comment lines that describe it, then one line a row. */
export interface Results {
  readonly machine: string;
  /** Day of the newest rows, ISO 8601. */
  readonly date: string;
  readonly rows: readonly SavedRow[];
}

/** What is kept of a row. */
export type ResultRow = Pick<
  Row,
  'scene' | 'engine' | 'transport' | 'workers' | 'version' | 'medianMs' | 'meanMs' | 'p95Ms' | 'maxMs' | 'ok'
>;

/** A scene can be run again by itself, and more often. */
interface SavedRow extends ResultRow {
  readonly runCount: number;
}

const COLUMNS = [
  'scene',
  'engine',
  'transport',
  'workers',
  'version',
  'medianMs',
  'meanMs',
  'p95Ms',
  'maxMs',
  'ok',
  'runCount',
] as const;

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/** Worse than the committed ratio by this much is worse, and not noise. */
const SLACK = 1.25;

/** `where`: "node" or "chromium". */
export const resultsFile = (where: string): string => join(RESULTS, `${where}.csv`);

/** Writes the rows in the places of those of the same scene, engine, transport and workers; the others stay. */
export function saveResults(
  where: string,
  machine: string,
  date: string,
  runCount: number,
  rows: readonly Row[],
): void {
  const file = resultsFile(where);
  const before = existsSync(file) ? readResults(where).rows : [];
  const news = rows.map((row): SavedRow => ({ ...row, runCount }));
  const lines = [
    ...before.map((old) => news.find((row) => isSame(row, old)) ?? old),
    ...news.filter((row) => !before.some((old) => isSame(row, old))),
  ].map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `# ${machine}\n# ${date.slice(0, 10)}\n${COLUMNS.join(',')}\n${lines.toSorted(byScene(lines)).join('\n')}\n`,
  );
}

export function readResults(where: string): Results {
  const [machine, date, , ...lines] = readFileSync(resultsFile(where), 'utf8').trimEnd().split('\n');
  return { machine: machine!.slice(2), date: date!.slice(2), rows: lines.map(parse) };
}

/** What is slower against the fastest peer than the committed results say, as sentences. */
export function regressions(committed: readonly ResultRow[], rows: readonly Row[]): string[] {
  return rows
    .filter((row) => row.engine === 'atoll')
    .flatMap((row) => {
      const before = ratioOf(row, committed);
      const now = ratioOf(row, rows);
      if (before === undefined) return [];
      const name = `${row.scene}, atoll ${row.transport} ×${row.workers}`;
      if (!row.ok) return [`${name}: its sanity does not hold`];
      if (now === undefined || now <= before * SLACK) return [];
      return [`${name}: ${now.toFixed(2)} of the fastest peer, committed ${before.toFixed(2)}`];
    });
}

/** Time of the same row among `rows`, as a part of the fastest peer with one thread whose sanity holds. */
function ratioOf(row: ResultRow, rows: readonly ResultRow[]): number | undefined {
  const own = rows.find((other) => isSame(other, row));
  const peer = fastestPeer(row.scene, rows);
  return own?.ok && peer ? own.medianMs / peer.medianMs : undefined;
}

export function fastestPeer(scene: string, rows: readonly ResultRow[]): ResultRow | undefined {
  return rows
    .filter((row) => row.scene === scene && row.engine !== 'atoll' && row.engine !== 'jolt-mt' && row.ok)
    .toSorted((a, b) => a.medianMs - b.medianMs)[0];
}

const isSame = (a: ResultRow, b: ResultRow): boolean =>
  a.scene === b.scene && a.engine === b.engine && a.transport === b.transport && a.workers === b.workers;

const cell = (value: string | number | boolean): string =>
  // The same when it is read and written again.
  String(typeof value === 'number' ? +value.toPrecision(4) : value);

function parse(line: string): SavedRow {
  const cells = line.split(',');
  const text = Object.fromEntries(COLUMNS.map((column, i) => [column, cells[i]!])) as Record<
    (typeof COLUMNS)[number],
    string
  >;
  return {
    ...text,
    workers: Number(text.workers),
    medianMs: Number(text.medianMs),
    meanMs: Number(text.meanMs),
    p95Ms: Number(text.p95Ms),
    maxMs: Number(text.maxMs),
    ok: text.ok === 'true',
    runCount: Number(text.runCount),
  };
}

/** Scenes in the order in which they first came; within one as they are. */
function byScene(lines: readonly string[]): (a: string, b: string) => number {
  const order = new Map<string, number>();
  for (const line of lines) {
    const scene = line.slice(0, line.indexOf(','));
    if (!order.has(scene)) order.set(scene, order.size);
  }
  const at = (line: string): number => order.get(line.slice(0, line.indexOf(',')))!;
  return (a, b) => at(a) - at(b);
}
