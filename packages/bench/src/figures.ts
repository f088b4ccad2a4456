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

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

export function timesOf(milliseconds: Float64Array): Times {
  const sorted = milliseconds.slice().sort();
  return {
    medianMs: quantile(sorted, 0.5),
    meanMs: mean(sorted),
    p95Ms: quantile(sorted, 0.95),
    maxMs: sorted[sorted.length - 1]!,
  };
}
