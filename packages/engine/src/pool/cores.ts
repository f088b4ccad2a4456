import { spawner } from '#spawn';

/** Solver threads that suit this machine: one core is left to the page, more than 8 seldom pay, and one alone is never asked for
 * where there are two. */
export function autoWorkers(cores = spawner.cores()): number {
  return Math.min(cores, Math.max(2, Math.min(8, cores - 1)));
}
