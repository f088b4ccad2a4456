import type { SceneBody, SceneDescription } from './description.ts';
import { axisAngle, rotate } from './math.ts';
import { body, box, floor, onePhase, scene } from './parts.ts';

const HALF_THICKNESS = 0.1;
const HALF_HEIGHT = 0.5;
const SPACING = 0.6;
/** Past the angle at which a lone domino tips over by itself, atan(0.1 / 0.5) = 11.3°. */
const TILT = (13 * Math.PI) / 180;

/** A row of dominoes; the first one is already falling. */
export function dominoes(count = 30): SceneDescription {
  const tile = box([HALF_THICKNESS, HALF_HEIGHT, 0.25]);
  const bodies: SceneBody[] = [floor()];
  for (let i = 0; i < count; i++) {
    const [angle, pivot] = i === 0 ? [-TILT, HALF_THICKNESS] : [0, 0];
    const rotation = axisAngle([0, 0, 1], angle);
    // Turned about its lower right edge, which stays on the floor.
    const [dx, dy] = rotate(rotation, [-pivot, HALF_HEIGHT, 0]);
    bodies.push(body([i * SPACING + pivot + dx, dy, 0], tile, { rotation }));
  }
  return scene(
    'dominoes',
    bodies,
    onePhase(600, (view) => {
      let standing = 0;
      for (let i = 1; i < bodies.length; i++) if (rotate(view.rotation(i), [0, 1, 0])[1] > Math.SQRT1_2) standing++;
      return { ok: standing === 0, figures: { standing } };
    }),
  );
}
