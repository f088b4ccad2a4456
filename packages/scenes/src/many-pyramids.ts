import type { SceneBody, SceneDescription } from './description.ts';
import { floor, onePhase, scene } from './parts.ts';
import { pyramidBodies, pyramidSize } from './pyramid.ts';
import { displacement } from './sanity.ts';

const BASE = 10;

/** 10 × 10 pyramids of 55 boxes that never sleep: many small islands at once. */
export function manyPyramids(): SceneDescription {
  const bodies: SceneBody[] = [floor(120)];
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 10; column++) {
      bodies.push(...pyramidBodies(BASE, [(column - 4.5) * 14, 0, (row - 4.5) * 4]));
    }
  }
  return scene(
    'many-pyramids',
    bodies,
    onePhase(200, (view) => {
      let fallen = 0;
      let worst = 0;
      for (let top = pyramidSize(BASE); top < bodies.length; top += pyramidSize(BASE)) {
        const moved = displacement({ bodies }, view, top);
        worst = Math.max(worst, moved);
        if (!(moved < 0.5)) fallen++;
      }
      return { ok: fallen === 0, figures: { fallen, topMoved: worst } };
    }),
    { sleep: false },
  );
}
