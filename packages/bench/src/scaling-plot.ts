import { speedUps, type Scaling, type ScalingRow } from './scaling.ts';

const [SIDE, GAP, LEFT, TOP, BOTTOM] = [200, 36, 30, 40, 82];
/** Lines of a panel, the machine's below the others. */
const LINES = [
  { of: 'machine', name: 'as many worlds of one worker', class: 'machine' },
  { of: 'own', name: 'the pool’s own clock', class: 'own' },
  { of: 'step', name: 'a step as the page sees it', class: 'step' },
] as const;

/** A panel a scene: times as fast as with one worker, by workers, both in powers of two. */
export function scalingPlot({ machine, date, runCount, rows }: Scaling): string {
  const scenes = [...new Set(rows.map((row) => row.scene))];
  const most = Math.log2(Math.max(...rows.map((row) => row.workers)));
  const width = LEFT + scenes.length * (SIDE + GAP);
  const height = TOP + SIDE + BOTTOM;
  const panels = scenes.map((scene, i) =>
    panel(
      rows,
      rows.filter((row) => row.scene === scene),
      LEFT + i * (SIDE + GAP),
      most,
    ),
  );
  const legend = LINES.toReversed().map(
    ({ name, class: kind }, i) =>
      `<line x1="${LEFT + i * 210}" y1="${height - 44}" x2="${LEFT + i * 210 + 24}" y2="${height - 44}" class="${kind}"/>` +
      `<text x="${LEFT + i * 210 + 30}" y="${height - 40}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="How many times as fast a step is with more workers">
<style>text{font:11px system-ui,sans-serif;fill:#24292f}.scene{font-weight:600}line,polyline{fill:none;stroke-width:2}.grid{stroke:#e2e8f0;stroke-width:1}.machine{stroke:#94a3b8;stroke-dasharray:2 3}.own{stroke:#5eead4}.step{stroke:#0d9488}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
${legend.join('\n')}
<text x="${LEFT}" y="${height - 22}">Times as fast as with one worker, by workers; medians of ${runCount} runs.</text>
<text x="${LEFT}" y="${height - 6}">${machine}, ${date}</text>
</svg>
`;
}

function panel(all: readonly ScalingRow[], rows: readonly ScalingRow[], left: number, most: number): string {
  const x = (workers: number): number => left + (Math.log2(workers) / most) * SIDE;
  const y = (times: number): number => TOP + SIDE - (Math.min(most, Math.max(0, Math.log2(times))) / most) * SIDE;
  const ticks = rows.map(({ workers }) => workers);
  const grid = ticks.map(
    (tick) =>
      `<line x1="${left}" y1="${y(tick)}" x2="${left + SIDE}" y2="${y(tick)}" class="grid"/>` +
      `<line x1="${x(tick)}" y1="${TOP}" x2="${x(tick)}" y2="${TOP + SIDE}" class="grid"/>` +
      `<text x="${left - 5}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>` +
      `<text x="${x(tick)}" y="${TOP + SIDE + 15}" text-anchor="middle">${tick}</text>`,
  );
  const lines = LINES.map(({ of, class: kind }) => {
    const points = rows.map((row) => `${x(row.workers).toFixed(1)},${y(speedUps(all, row)[of]).toFixed(1)}`);
    return `<polyline points="${points.join(' ')}" class="${kind}"/>`;
  });
  return `<text x="${left}" y="${TOP - 14}" class="scene">${rows[0]!.scene}</text>
<line x1="${left}" y1="${TOP + SIDE}" x2="${left + SIDE}" y2="${TOP}" class="grid"/>
${[...grid, ...lines].join('\n')}`;
}
