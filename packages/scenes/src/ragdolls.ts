import type { SceneBody, SceneCollider, SceneDescription, SceneJoint, Vec3 } from './description.ts';
import { add, axisAngle } from './math.ts';
import { body, capsule, floor, onePhase, scene } from './parts.ts';
import { bodiesBelow, jointError } from './sanity.ts';

/** A limb: where its centre is, half its segment, its radius, its parent and the joint's place, all in the doll's space. */
interface Limb {
  readonly centre: Vec3;
  readonly halfHeight: number;
  readonly radius: number;
  /** Lies along x instead of y. */
  readonly sideways: boolean;
  readonly parent: number;
  readonly joint: Vec3;
}

const upright = (centre: Vec3, halfHeight: number, radius: number, parent: number, joint: Vec3): Limb => ({
  centre,
  halfHeight,
  radius,
  sideways: false,
  parent,
  joint,
});
const sideways = (centre: Vec3, halfHeight: number, radius: number, parent: number, joint: Vec3): Limb => ({
  centre,
  halfHeight,
  radius,
  sideways: true,
  parent,
  joint,
});

/** Standing with the arms held out, feet at y = 0, about 1.75 m tall. */
const LIMBS: readonly Limb[] = [
  sideways([0, 0.95, 0], 0.07, 0.12, -1, [0, 0, 0]),
  upright([0, 1.25, 0], 0.1, 0.14, 0, [0, 1.05, 0]),
  upright([0, 1.62, 0], 0.03, 0.1, 1, [0, 1.48, 0]),
  sideways([-0.34, 1.35, 0], 0.11, 0.05, 1, [-0.17, 1.35, 0]),
  sideways([0.34, 1.35, 0], 0.11, 0.05, 1, [0.17, 1.35, 0]),
  sideways([-0.64, 1.35, 0], 0.11, 0.04, 3, [-0.5, 1.35, 0]),
  sideways([0.64, 1.35, 0], 0.11, 0.04, 4, [0.5, 1.35, 0]),
  upright([-0.1, 0.64, 0], 0.14, 0.08, 0, [-0.1, 0.86, 0]),
  upright([0.1, 0.64, 0], 0.14, 0.08, 0, [0.1, 0.86, 0]),
  upright([-0.1, 0.22, 0], 0.15, 0.06, 7, [-0.1, 0.43, 0]),
  upright([0.1, 0.22, 0], 0.15, 0.06, 8, [0.1, 0.43, 0]),
];

const ALONG_X = axisAngle([0, 0, 1], Math.PI / 2);

function collider(limb: Limb): SceneCollider {
  return capsule(limb.halfHeight, limb.radius, limb.sideways ? { rotation: ALONG_X } : {});
}

/** 11 capsules and 10 ball joints. `first` is the index that the pelvis will have. */
export function ragdoll(at: Vec3, first: number): { bodies: SceneBody[]; joints: SceneJoint[] } {
  const bodies = LIMBS.map((limb) => body(add(at, limb.centre), collider(limb)));
  const joints: SceneJoint[] = [];
  LIMBS.forEach((limb, i) => {
    if (limb.parent < 0) return;
    const parent = LIMBS[limb.parent]!;
    const from = (centre: Vec3): Vec3 => [
      limb.joint[0] - centre[0],
      limb.joint[1] - centre[1],
      limb.joint[2] - centre[2],
    ];
    joints.push({
      type: 'spherical',
      bodyA: first + limb.parent,
      bodyB: first + i,
      anchorA: from(parent.centre),
      anchorB: from(limb.centre),
    });
  });
  return { bodies, joints };
}

/** 200 ragdolls that fall on a plane in heaps of eight: joints and round shapes. */
export function ragdolls(): SceneDescription {
  const bodies: SceneBody[] = [floor()];
  const joints: SceneJoint[] = [];
  for (let doll = 0; doll < 200; doll++) {
    const heap = doll % 25;
    const layer = Math.floor(doll / 25);
    // A quarter step aside each layer, so that the dolls do not land standing on each other.
    const at: Vec3 = [
      ((heap % 5) - 2) * 3 + (layer % 4) * 0.2,
      0.5 + layer * 2,
      (Math.floor(heap / 5) - 2) * 3 + (layer % 3) * 0.2,
    ];
    const built = ragdoll(at, bodies.length);
    bodies.push(...built.bodies);
    joints.push(...built.joints);
  }
  return scene(
    'ragdolls',
    bodies,
    onePhase(300, (view) => {
      const worst = Math.max(...joints.map((joint) => jointError(joint, view)));
      const below = bodiesBelow(view, 0, 1);
      return { ok: worst < 0.02 && below === 0, figures: { jointError: worst, below } };
    }),
    { joints },
  );
}
