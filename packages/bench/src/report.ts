import type { Row } from './compare.ts';
import type { Size } from './sizes.ts';

const ms = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 2 : 1);
const whole = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));
const figure = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3));
const label = (row: Row) =>
  `${row.engine}${row.transport === '' ? '' : ` ${row.transport}`}${row.workers > 1 ? ` ×${row.workers}` : ''}`;

const COLUMNS = [
  'ratio',
  'engine',
  'median',
  'mean',
  'p95',
  'max',
  'own',
  'steps',
  'start-up',
  'MiB',
  'heap B',
  'ok',
  'sanity',
] as const;

/** One block a scene. Ratios are to the first row of the scene that holds: Atoll with one worker where it ran. */
export function table(rows: readonly Row[]): string {
  const scenes = [...new Set(rows.map((row) => row.scene))];
  return scenes
    .map((scene) => {
      const own = rows.filter((row) => row.scene === scene);
      const unit = (own.find((row) => row.ok) ?? own[0]!).medianMs;
      return `${scene}\n${columns(own.map((row) => cells(row, unit)))}`;
    })
    .join('\n\n');
}

function cells(row: Row, unit: number): string[] {
  if (row.error !== undefined) return ['–', label(row), ...Array.from({ length: 9 }, () => '–'), 'FAILED', row.error];
  return [
    (row.medianMs / unit).toFixed(2),
    label(row),
    ms(row.medianMs),
    ms(row.meanMs),
    ms(row.p95Ms),
    ms(row.maxMs),
    ms(row.ownMedianMs),
    String(row.steps),
    ms(row.startUpMs),
    whole(row.memoryMiB),
    whole(row.heapBytes),
    row.ok ? 'ok' : 'FAILED',
    Object.entries(row.sanity)
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(', '),
  ];
}

function columns(lines: readonly string[][]): string {
  const all = [[...COLUMNS], ...lines];
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  const leftAligned = new Set(['engine', 'ok', 'sanity']);
  return all
    .map((line) =>
      line
        .map((cell, column) =>
          leftAligned.has(COLUMNS[column]!) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What a page downloads, in KiB: as it is, and compressed. */
export function sizes(downloads: Readonly<Record<string, Size | undefined>>): string {
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
  return Object.entries(downloads)
    .map(([engine, size]) => {
      if (!size) return `${engine}: not built`;
      const wasm = size.wasm > 0 ? `wasm ${kib(size.wasm)} (gzip ${kib(size.wasmGzip)}), ` : '';
      return `${engine}: ${wasm}JS ${kib(size.js)} (gzip ${kib(size.jsGzip)})`;
    })
    .join('\n');
}

/** Versions and settings, once an engine. */
export function settings(rows: readonly Row[]): string {
  const seen = new Map<string, string>();
  for (const row of rows) {
    if (row.error !== undefined) continue;
    const list = Object.entries(row.settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
    seen.set(label(row), `${label(row)} ${row.version}: ${list}`);
  }
  return [...seen.values()].join('\n');
}

/** Stage medians of the engines that tell them, one line a row, without the stages that take under 1 % of the step. */
export function stages(rows: readonly Row[]): string {
  return rows
    .filter((row) => row.stageMs)
    .map((row) => {
      const parts = Object.entries(row.stageMs!).filter(
        ([, value]) => value > 0.01 * (row.ownMedianMs ?? row.medianMs),
      );
      return `${row.scene}, ${label(row)}: ${parts.map(([stage, value]) => `${stage} ${value.toFixed(3)}`).join(', ')}`;
    })
    .join('\n');
}

/** Counts of work a step, one line a scene: they are the same for any number of workers. */
export function work(rows: readonly Row[]): string {
  const first = new Map(rows.filter((row) => row.work).map((row) => [row.scene, row.work!]));
  return [...first]
    .map(([scene, counts]) => {
      const parts = Object.entries(counts).map(([name, count]) => `${name} ${Math.round(count)}`);
      return `${scene}, work a step: ${parts.join(', ')}`;
    })
    .join('\n');
}
