import type { SceneBody, SceneDescription } from './description.ts';
import { body, box, floor, onePhase, scene } from './parts.ts';

/** Unit boxes one on top of the other. The top box is the last body. */
export function stack(count = 20): SceneDescription {
  return tower(
    `stack-${count}`,
    Array.from({ length: count }, () => 100),
  );
}

/** Four unit boxes of 100 kg with one of 10,000 kg on top. */
export function massRatioStack(): SceneDescription {
  return tower('mass-ratio-stack', [100, 100, 100, 100, 10_000]);
}

/** Unit boxes with the given densities, from the floor up. */
function tower(name: string, densities: readonly number[]): SceneDescription {
  const bodies: SceneBody[] = [
    floor(),
    ...densities.map((density, i) => body([0, 0.5 + i, 0], box([0.5, 0.5, 0.5], { density }))),
  ];
  return scene(
    name,
    bodies,
    onePhase(600, (view) => {
      const [x, y, z] = view.position(bodies.length - 1);
      const sideways = Math.hypot(x, z);
      const sunk = bodies.length - 1.5 - y;
      return { ok: sideways < 0.1 && sunk < 0.02 * bodies.length, figures: { sideways, sunk } };
    }),
  );
}
