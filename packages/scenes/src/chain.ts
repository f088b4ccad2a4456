import type { Quat, SceneBody, SceneDescription, SceneJoint, Vec3 } from './description.ts';
import { axisAngle } from './math.ts';
import { body, box, capsule, floor, onePhase, scene, sphere } from './parts.ts';
import { bodiesBelow, jointError } from './sanity.ts';

const LINK = { halfHeight: 0.15, radius: 0.1 };
/** From joint to joint, in metres. */
export const LINK_LENGTH = 2 * LINK.halfHeight;

/**
 * Links of capsules from `from` along `direction`, each joined to the one before. `anchor` is the index of the body
 * that the first link hangs on, with its centre at `from`; `first` the index that the first link will have.
 */
export function chainLinks(from: Vec3, direction: 'right' | 'down', count: number, anchor: number, first: number) {
  const along: Vec3 = direction === 'right' ? [1, 0, 0] : [0, -1, 0];
  // Capsules lie along y; the upper end of a link looks back along the chain.
  const rotation: Quat = direction === 'right' ? axisAngle([0, 0, 1], Math.PI / 2) : [0, 0, 0, 1];
  const bodies: SceneBody[] = [];
  const joints: SceneJoint[] = [];
  for (let i = 0; i < count; i++) {
    const at = (i + 0.5) * LINK_LENGTH;
    bodies.push(
      body(
        [from[0] + along[0] * at, from[1] + along[1] * at, from[2] + along[2] * at],
        capsule(LINK.halfHeight, LINK.radius, { density: 1000 }),
        { rotation },
      ),
    );
    joints.push({
      type: 'spherical',
      bodyA: i === 0 ? anchor : first + i - 1,
      bodyB: first + i,
      anchorA: i === 0 ? [0, 0, 0] : [0, -LINK_LENGTH / 2, 0],
      anchorB: [0, LINK_LENGTH / 2, 0],
    });
  }
  return { bodies, joints };
}

/** m³, of a capsule. */
const LINK_VOLUME = Math.PI * LINK.radius ** 2 * (2 * LINK.halfHeight + (4 / 3) * LINK.radius);

/**
 * A chain of 50 links with a ball of `ratio` times a link's mass at its end, hanging or held out level to swing. The ceiling
 * is body 0, the ball the last one.
 */
export function ballAndChain(links = 50, direction: 'right' | 'down' = 'right', ratio = 100): SceneDescription {
  const radius = 0.5;
  const top: Vec3 = [0, 20, 0];
  const chain = chainLinks(top, direction, links, 0, 1);
  const reach = links * LINK_LENGTH + radius;
  const at: Vec3 = direction === 'right' ? [reach, top[1], 0] : [0, top[1] - reach, 0];
  const density = (1000 * ratio * LINK_VOLUME) / ((4 / 3) * Math.PI * radius ** 3);
  const ball = body(at, sphere(radius, { density }));
  const bodies = [body(top, box([0.1, 0.1, 0.1]), { type: 'static' }), ...chain.bodies, ball];
  const joints: SceneJoint[] = [
    ...chain.joints,
    {
      type: 'spherical',
      bodyA: links,
      bodyB: links + 1,
      anchorA: [0, -LINK_LENGTH / 2, 0],
      anchorB: direction === 'right' ? [-radius, 0, 0] : [0, radius, 0],
    },
  ];
  return scene(
    'ball-and-chain',
    bodies,
    onePhase(600, (view) => {
      const stretch = joints.reduce((sum, joint) => sum + jointError(joint, view), 0) / (links * LINK_LENGTH);
      return { ok: stretch < 0.03, figures: { stretch } };
    }),
    { joints },
  );
}

/** A heavy ball on a chain that swings into a wall of boxes. */
export function wreckingBall(): SceneDescription {
  const links = 12;
  const radius = 0.8;
  const top: Vec3 = [0, 8, 0];
  const bodies: SceneBody[] = [floor(), body(top, box([0.2, 0.2, 0.2]), { type: 'static' })];
  const chain = chainLinks(top, 'right', links, 1, bodies.length);
  bodies.push(...chain.bodies);
  const ball = bodies.length;
  bodies.push(body([links * LINK_LENGTH + radius, top[1], 0], sphere(radius, { density: 2000 })));
  const joints: SceneJoint[] = [
    ...chain.joints,
    { type: 'spherical', bodyA: ball - 1, bodyB: ball, anchorA: [0, -LINK_LENGTH / 2, 0], anchorB: [-radius, 0, 0] },
  ];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 6; column++) {
      const z = (column - 2.5 + (row % 2 === 0 ? 0.25 : -0.25)) * 1.02;
      bodies.push(body([-2, 0.5 + row, z], box([0.3, 0.5, 0.5])));
    }
  }
  return scene(
    'wrecking-ball',
    bodies,
    onePhase(300, (view) => {
      const below = bodiesBelow(view, 0, 2);
      const worst = Math.max(...joints.map((joint) => jointError(joint, view)));
      return { ok: below === 0 && worst < 0.2, figures: { below, jointError: worst } };
    }),
    { joints },
  );
}
