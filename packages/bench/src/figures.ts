/** Figures of a series of step times, in milliseconds. */
export interface Times {
  readonly medianMs: number;
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** The value below which `fraction` of the sorted numbers lie; the mean of the two middle ones for an even median. */
function quantile(sorted: ArrayLike<number>, fraction: number): number {
  const at = (sorted.length - 1) * fraction;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

export function timesOf(milliseconds: Float64Array): Times {
  const sorted = milliseconds.slice().sort();
  const sum = sorted.reduce((total, x) => total + x, 0);
  return {
    medianMs: quantile(sorted, 0.5),
    meanMs: sum / sorted.length,
    p95Ms: quantile(sorted, 0.95),
    maxMs: sorted[sorted.length - 1]!,
  };
}
