import type { BodyProps } from '@atoll/react';

export const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);
export const both = (
  <>
    {crate}
    <mesh visible={false}>
      <sphereGeometry />
    </mesh>
  </>
);
export const noop = () => {};

/** For every prop: a value, and another one. TypeScript sees to it that none is missing. */
export const bodyChanges: { [K in keyof Required<BodyProps>]: readonly [BodyProps[K], BodyProps[K]] } = {
  type: ['dynamic', 'kinematic'],
  position: [undefined, [0, 3, 0]],
  rotation: [undefined, [0, 1, 0]],
  quaternion: [undefined, [0, 1, 0, 0]],
  scale: [1, 2],
  linearVelocity: [undefined, [0, 0, 3]],
  angularVelocity: [undefined, [0, 0, 3]],
  linearDamping: [0, 1e-6],
  angularDamping: [0, 1e-6],
  gravityScale: [1, 2],
  canSleep: [true, false],
  sleepThreshold: [0.05, 0.01],
  bullet: [false, true],
  enabled: [true, false],
  lockTranslations: [false, [false, false, true]],
  lockRotations: [false, [true, false, true]],
  mass: [undefined, 7],
  massProperties: [undefined, { mass: 3, inertia: [1, 1, 1] }],
  userData: ['a', 'b'],
  colliders: ['box', 'sphere'],
  includeInvisible: [false, true],
  density: [1000, 500],
  friction: [0.5, 0.6],
  restitution: [0, 0.5],
  rollingResistance: [0, 0.1],
  surfaceVelocity: [undefined, [1, 0, 0]],
  sensor: [false, true],
  groups: [undefined, { filter: 1 }],
  events: [true, false],
  forces: [false, true],
  rounding: [0, 0.1],
  children: [crate, both],
  name: ['a', 'b'],
  visible: [true, false],
  ref: [null, noop],
  onCollisionEnter: [noop, () => {}],
  onCollisionExit: [noop, () => {}],
  onIntersectionEnter: [noop, () => {}],
  onIntersectionExit: [noop, () => {}],
  onHit: [noop, () => {}],
  onContactForce: [noop, () => {}],
  onSleep: [noop, () => {}],
  onWake: [noop, () => {}],
};

/** What the engine is told for each effect. */
export const bodyEffects: Record<string, (prop: string) => string[][]> = {
  'updates the body': (prop) => [[prop]],
  'updates the body, anew': (prop) => [[prop]],
  'updates the colliders': () => [['colliders']],
  'sets the velocity': (prop) => [[prop]],
  teleports: (prop) => [[prop === 'quaternion' ? 'rotation' : prop]],
  'replaces the colliders': () => [['colliders']],
  'the group alone': () => [],
  'nothing in the world': () => [],
};
