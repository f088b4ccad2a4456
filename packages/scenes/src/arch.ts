import type { SceneBody, SceneDescription } from './description.ts';
import { body, floor, hull, onePhase, scene } from './parts.ts';
import { awakeBodies, displacement } from './sanity.ts';

/** Radii of the inner and the outer curve, and half the depth, in metres. */
const INNER = 2;
const OUTER = 2.6;
const DEPTH = 0.4;
/** Enough for the feet, which the arch pushes apart. */
const FRICTION = 0.8;

/** Half a ring of wedges without mortar: it stands as long as the line of thrust stays within the stones. */
export function arch(stones = 13): SceneDescription {
  const angle = Math.PI / stones;
  const bodies: SceneBody[] = [floor()];
  for (let i = 0; i < stones; i++) {
    // Cut by two planes through the middle of the ring.
    const [middle, half] = [(i + 0.5) * angle, 0.5 * angle];
    const radius = (INNER + OUTER) / 2;
    const center = [-radius * Math.cos(middle), radius * Math.sin(middle)] as const;
    const corners = [-half, half].flatMap((turn) =>
      [INNER, OUTER].flatMap((r) =>
        [-DEPTH, DEPTH].flatMap((z) => [
          -r * Math.cos(middle + turn) - center[0],
          r * Math.sin(middle + turn) - center[1],
          z,
        ]),
      ),
    );
    bodies.push(body([...center, 0], hull(Float32Array.from(corners), { friction: FRICTION })));
  }
  return scene(
    'arch',
    bodies,
    onePhase(600, (view) => {
      const worst = Math.max(...bodies.map((_, i) => displacement({ bodies }, view, i)));
      const awake = awakeBodies({ bodies }, view);
      return { ok: worst < 0.1 && awake === 0, figures: { worstMoved: worst, awake } };
    }),
  );
}
