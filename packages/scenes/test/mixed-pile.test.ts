import { mixedPile } from '@atoll/scenes';
import { expect, it } from 'vitest';
import { openScene } from './open-scene.js';

it('a mixed pile stays in its pit, above the triangles of its floor', { timeout: 60_000 }, async () => {
  const description = mixedPile(900);
  const scene = await openScene(description);
  const [phase] = description.phases;
  await scene.step(phase!.steps);
  expect(phase!.sanity(scene)).toEqual({ ok: true, figures: { below: 0, outside: 0 } });
  // It lies, it does not shake: nothing in it is faster than something that rolls slowly.
  const speeds = scene.bodies.map(({ linearVelocity: v }) => Math.hypot(v[0]!, v[1]!, v[2]!)).sort((a, b) => a - b);
  expect(speeds[Math.floor(speeds.length / 2)]).toBeLessThan(0.1);
});
