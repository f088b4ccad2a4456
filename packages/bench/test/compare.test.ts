import { expect, it } from 'vitest';
import { compare, type InTurn } from '../src/compare.ts';
import type { Job, JobResult } from '../src/run.ts';

it('runs an engine that fails once, and asks for no cores for it any more', async () => {
  const job = (engine: string): Job => ({ scene: 'pile', engine, workers: 2, transport: '', limit: 1 });
  const phase = { phase: '', medianMs: 2, meanMs: 2, p95Ms: 2, maxMs: 2, steps: 1, figures: {}, ok: true };
  const result: JobResult = { version: '1', settings: {}, startUpMs: 1, memoryMiB: 1, heapBytes: 1, phases: [phase] };
  const ran: string[] = [];
  const asked: number[] = [];
  const inTurn: InTurn = async (turns, runAlone) => {
    const results = [];
    for (const turn of turns) {
      asked.push(turn.workers);
      results.push(await runAlone(turn));
    }
    return results;
  };
  const rows = await compare(
    [job('broken'), job('whole')],
    3,
    async ({ engine }) => {
      ran.push(engine);
      if (engine === 'broken') throw new Error('it broke');
      return result;
    },
    inTurn,
    () => {},
  );
  expect(ran).toEqual(['broken', 'whole', 'whole', 'whole']);
  expect(asked).toEqual([2, 2, 1, 2, 1, 2]);
  expect(rows.map(({ engine, error, workers, runs }) => ({ engine, error, workers, runs }))).toEqual([
    { engine: 'broken', error: 'it broke', workers: 2, runs: [] },
    { engine: 'whole', error: undefined, workers: 2, runs: [2, 2, 2] },
  ]);
});
