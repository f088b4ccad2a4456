import type { SceneBody, SceneDescription } from './description.ts';
import { axisAngle } from './math.ts';
import { body, box, floor, onePhase, scene } from './parts.ts';
import { displacement } from './sanity.ts';

/** Half a card's length and thickness, in metres. */
const L = 0.5;
const T = 0.02;
const DEPTH = 0.35;
/** From upright. A card under load pushes its foot out with tan(lean) of what it carries, well below the friction. */
const LEAN = (20 * Math.PI) / 180;
const GAP = 0.002;

/**
 * Pairs of cards that lean on each other, and level cards from peak to peak that carry the next storey. The foot of a
 * leaning card touches with its inner edge, its head with the outer one, and the pair is set so that each foot stands
 * straight above the head that carries it: the level cards are pressed, not bent.
 */
export function houseOfCards(storeys = 5): SceneDescription {
  const [sin, cos] = [Math.sin(LEAN), Math.cos(LEAN)];
  const spacing = 4 * (L * sin + T * cos) + GAP;
  const pairHeight = 2 * (L * cos + T * sin);
  const leaning = box([T, L, DEPTH]);
  const level = box([spacing / 2 - GAP / 2, T, DEPTH]);

  const bodies: SceneBody[] = [floor()];
  for (let storey = 0; storey < storeys; storey++) {
    const y = storey * (pairHeight + 2 * T);
    const pairs = storeys - storey;
    for (let i = 0; i < pairs; i++) {
      const x = (i - (pairs - 1) / 2) * spacing;
      const offset = L * sin + T * cos;
      bodies.push(body([x - offset, y + pairHeight / 2, 0], leaning, { rotation: axisAngle([0, 0, 1], -LEAN) }));
      bodies.push(body([x + offset, y + pairHeight / 2, 0], leaning, { rotation: axisAngle([0, 0, 1], LEAN) }));
    }
    for (let i = 0; i < pairs - 1; i++) {
      const x = (i - (pairs - 2) / 2) * spacing;
      bodies.push(body([x, y + pairHeight + T, 0], level));
    }
  }
  return scene(
    'house-of-cards',
    bodies,
    onePhase(600, (view) => {
      const worst = Math.max(...bodies.map((_, i) => displacement({ bodies }, view, i)));
      return { ok: worst < 0.1, figures: { worstMoved: worst } };
    }),
  );
}
