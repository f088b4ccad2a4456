import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { Body, useIslands, useStats, useWorldState } from '@atoll/react';
import { renderWorld } from './support/render.js';

const crate = (
  <Body key="crate">
    <mesh>
      <boxGeometry />
    </mesh>
  </Body>
);

/** What comes late may be the only thing that changes: with frames on demand none follows. */
describe('a reader that comes late says what is, without a frame', () => {
  it.each<[string, () => unknown, unknown]>([
    ['useIslands', () => useIslands().map(({ bodies, isSleeping }) => [bodies.length, isSleeping]), [[1, false]]],
    ['useWorldState', () => useWorldState(({ stepCount, bodyCount }) => [stepCount, bodyCount]), [5, 1]],
    ['useStats', () => useStats(({ bodyCount }) => bodyCount), 1],
  ])('%s', async (_, useValue, expected) => {
    let value: unknown;
    const Reader = () => ((value = useValue()), null);
    const { update, world } = await renderWorld([crate]);
    await act(() => world.step(5));
    await update([crate, <Reader key="reader" />]);
    expect(value).toEqual(expected);
  });

  it('useIslands, when it comes again', async () => {
    let count: number | undefined;
    const Reader = () => ((count = useIslands().length), null);
    const { update, step, world } = await renderWorld([crate, <Reader key="reader" />]);
    await step(1);
    await update([crate]);
    world.createBody({ position: [9, 0, 0] });
    await act(() => world.step(5));
    await update([crate, <Reader key="reader" />]);
    expect(count).toBe(2);
  });
});
