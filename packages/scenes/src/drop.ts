import type { Quat, SceneBody, SceneCollider, SceneDescription, SceneJoint } from './description.ts';
import { axisAngle, randomNumbers } from './math.ts';
import { chainLinks } from './chain.ts';
import { body, box, capsule, floor, scene, sphere, onePhase } from './parts.ts';
import { nothingBelow } from './sanity.ts';

/** The kinematic slab that pushes the heap. */
const PUSHER = 1;

/** This scene is hashed: sines and cosines differ between JavaScript engines, square roots do not. */
function anyRotation(random: () => number): Quat {
  const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

/**
 * A little of everything, for determinism: spheres, boxes and capsules that fall on a floor through and onto each
 * other, a chain between them, two bodies of several colliders, and a slab that pushes the heap to and fro.
 */
export function drop(): SceneDescription {
  const random = randomNumbers(7);
  const bodies: SceneBody[] = [floor(30), body([-6, 1, 0], box([0.5, 1, 4]), { type: 'kinematic' })];
  const shapes: (() => SceneCollider | readonly SceneCollider[])[] = [
    () => sphere(0.2 + 0.3 * random(), { restitution: 0.5 }),
    () => box([0.2 + 0.3 * random(), 0.2 + 0.3 * random(), 0.2 + 0.3 * random()]),
    () => capsule(0.2 + 0.3 * random(), 0.15 + 0.15 * random(), { friction: 0.3 }),
  ];
  for (let i = 0; i < 48; i++) {
    bodies.push(
      body(
        [
          (i % 4) * 1.1 - 1.6 + 0.2 * random(),
          1 + Math.floor(i / 16) * 1.6,
          (Math.floor(i / 4) % 4) * 1.1 - 1.6 + 0.2 * random(),
        ],
        shapes[i % shapes.length]!(),
        {
          rotation: anyRotation(random),
          angularVelocity: [4 * random() - 2, 4 * random() - 2, 4 * random() - 2],
        },
      ),
    );
  }
  bodies.push(
    body([-2, 7, 0], [box([0.6, 0.15, 0.15]), box([0.15, 0.6, 0.15])]),
    body(
      [2, 7, 0],
      [
        sphere(0.3, { position: [-0.5, 0, 0] }),
        sphere(0.3, { position: [0.5, 0, 0] }),
        capsule(0.5, 0.1, { rotation: axisAngle([0, 0, 1], Math.PI / 2) }),
      ],
    ),
  );
  const post = bodies.length;
  bodies.push(body([0, 8, 0], box([0.1, 0.1, 0.1]), { type: 'static' }));
  const chain = chainLinks([0, 8, 0], 'right', 8, post, bodies.length);
  bodies.push(...chain.bodies);
  const joints: SceneJoint[] = chain.joints;

  return scene('drop', bodies, onePhase(300, nothingBelow(-0.1)), {
    joints,
    beforeStep: (step, actor) => {
      const phase = (step % 120) / 60;
      const x = -6 + 3 * (phase < 1 ? phase : 2 - phase);
      actor.setKinematicTarget(PUSHER, [x, 1, 0], [0, 0, 0, 1]);
    },
  });
}
