import type { SceneDescription } from './description.ts';
import { axisAngle } from './math.ts';
import { body, box, onePhase, scene, sphere } from './parts.ts';

/** Two spheres in empty space, the first flying at the second. Nothing but the impact acts on them. */
export function impactPair(options: {
  restitution: number;
  speed?: number;
  densities?: readonly [number, number];
}): SceneDescription {
  const { restitution, speed = 5, densities = [100, 100] } = options;
  const ball = (density: number) => sphere(0.5, { restitution, density, friction: 0 });
  return scene(
    'impact-pair',
    [body([-2, 0, 0], ball(densities[0]), { linearVelocity: [speed, 0, 0] }), body([0, 0, 0], ball(densities[1]))],
    onePhase(60, (view) => ({ ok: view.position(1)[0] > 0, figures: {} })),
    { gravity: [0, 0, 0] },
  );
}

/** A flat box on a slope of `angle` radians that descends towards +x. The slope is body 0; its surface passes through the origin. */
export function slope(angle: number, friction = 0.6): SceneDescription {
  const rotation = axisAngle([0, 0, 1], -angle);
  const normal = [Math.sin(angle), Math.cos(angle)] as const;
  return scene(
    'slope',
    [
      body([-normal[0], -normal[1], 0], box([100, 1, 20], { friction }), { type: 'static', rotation }),
      body([0.2 * normal[0], 0.2 * normal[1], 0], box([0.5, 0.2, 0.5], { friction }), { rotation }),
    ],
    onePhase(180, () => ({ ok: true, figures: {} })),
    { sleep: false },
  );
}
