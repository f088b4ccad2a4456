import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createWorld,
  PhysicsError,
  PhysicsInputError,
  type Body,
  type InputProblem,
  type Joint,
  type World,
  type WorldProblem,
} from '../src/index.js';

/** Whatever the types say: these calls come from JavaScript. */
type Loose = any; // eslint-disable-line @typescript-eslint/no-explicit-any

const notNumbers: readonly [unknown, InputProblem][] = [
  [NaN, 'not-finite'],
  [Infinity, 'not-finite'],
  [-Infinity, 'not-finite'],
  [1e39, 'out-of-range'],
  ['1', 'wrong-type'],
  [null, 'wrong-type'],
  [{}, 'wrong-type'],
  [1n, 'wrong-type'],
  [true, 'wrong-type'],
];
const negative: readonly [unknown, InputProblem][] = [[-1, 'out-of-range']];
const zero: readonly [unknown, InputProblem][] = [
  [0, 'out-of-range'],
  [1e-50, 'out-of-range'],
];
const finite = notNumbers;
const nonNegative = [...notNumbers, ...negative];
const positive = [...nonNegative, ...zero];
/** Numbers that 32 bits hold, and not what is computed of them. */
const extreme: readonly [unknown, InputProblem][] = [
  [1e-40, 'out-of-range'],
  [1e-13, 'out-of-range'],
  [1e13, 'out-of-range'],
  [1e38, 'out-of-range'],
];
const masses = [...positive, ...extreme];
const extents = [...positive, [1e10, 'out-of-range'], [1e38, 'out-of-range']] as const;
const limits = nonNegative.filter(([value]) => value !== Infinity);
const integers = [...nonNegative, [1.5, 'out-of-range']] as const;
const booleans: readonly [unknown, InputProblem][] = [
  [1, 'wrong-type'],
  ['true', 'wrong-type'],
  [null, 'wrong-type'],
];

/** Bad vectors: each element in turn, and the wrong form. */
const vectors = (
  elements: readonly (readonly [unknown, InputProblem])[] = finite,
  length = 3,
): [unknown, InputProblem, string][] => [
  ...elements.flatMap(([bad, problem]) =>
    Array.from({ length }, (_, i): [unknown, InputProblem, string] => [
      Array.from({ length }, (__, k) => (k === i ? bad : 0.5)),
      problem,
      `[${i}]`,
    ]),
  ),
  [Array.from({ length: length - 1 }, () => 0.5), 'wrong-length', ''],
  [Array.from({ length: length + 1 }, () => 0.5), 'wrong-length', ''],
  [new Float32Array(length + 2), 'wrong-length', ''],
  [1, 'wrong-type', ''],
  ['abc', 'wrong-type', ''],
  [{ x: 0, y: 0, z: 0 }, 'wrong-type', ''],
  [null, 'wrong-type', ''],
];
const quaternions: [unknown, InputProblem, string][] = [
  ...vectors(finite, 4),
  [[0, 0, 0, 0], 'not-normalised', ''],
  [[0, 0, 0, 2], 'not-normalised', ''],
  [[0, 0, 0, 1e-8], 'not-normalised', ''],
];

const named = (cases: readonly (readonly [unknown, InputProblem])[]): [unknown, InputProblem, string][] =>
  cases.map(([v, p]) => [v, p, '']);

let world: World;
let body: Body;
let kinematic: Body;
let joint: Joint;

beforeEach(async () => {
  world = await createWorld({ transport: 'inline', maxMemory: 2 ** 26 });
  body = world.createBody({ position: [0, 3, 0], colliders: [{ shape: 'sphere', radius: 0.5 }] });
  kinematic = world.createBody({
    type: 'kinematic',
    position: [5, 3, 0],
    colliders: [{ shape: 'sphere', radius: 0.5 }],
  });
  joint = world.createJoint({ type: 'spherical', bodyA: body, bodyB: kinematic });
  world.stepSync(2);
  return () => world.dispose();
});

/** The call throws what it should, says where, and changes nothing at all. */
async function refuses(call: () => unknown, problem: InputProblem, where: string): Promise<void> {
  const look = async (): Promise<unknown> => [
    await world.hash(),
    world.bodyCount,
    world.stepCount,
    world.gravity,
    body.position,
    body.mass,
    body.type,
    body.colliders,
    body.isValid,
    kinematic.position,
    joint.isValid,
    body.joints.size,
    world.poses.movedCount,
  ];
  const before = await look();
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(PhysicsInputError);
  const { message, problem: found, name } = thrown as PhysicsInputError;
  expect([name, found]).toEqual(['PhysicsInputError', problem]);
  expect(message.startsWith(`${where}: `), `${message} should start with ${where}`).toBe(true);
  expect(message.endsWith(`(${problem}, see @atoll/engine/docs/errors.md#${problem})`)).toBe(true);
  expect(await look()).toEqual(before);
}

const table = (
  rows: readonly (readonly [
    string,
    readonly (readonly [unknown, InputProblem, string])[],
    (value: Loose) => unknown,
  ])[],
): void => {
  describe.each(rows)('%s', (where, cases, call) => {
    it.each(cases)('refuses %s: %s', async (value, problem, suffix) => {
      await refuses(() => call(value), problem, where + suffix);
    });
  });
};

describe('createWorld', () => {
  const options = (key: string) => (value: Loose) => createWorld({ transport: 'inline', [key]: value } as Loose);
  table([
    ['World.gravity', vectors(), options('gravity')],
    ['World.timeStep', named([...positive, [1.5, 'out-of-range']]), options('timeStep')],
    ['World.substeps', named([...integers, [0, 'out-of-range'], [65, 'out-of-range']]), options('substeps')],
    [
      'World.workers',
      named([
        ...integers.filter(([v]) => v !== '1'),
        [0, 'out-of-range'],
        [33, 'out-of-range'],
        ['many', 'wrong-type'],
      ]),
      options('workers'),
    ],
    [
      'World.transport',
      named([
        ['fast', 'out-of-range'],
        [1, 'wrong-type'],
      ]),
      options('transport'),
    ],
    ['World.sleep', named(booleans), options('sleep')],
    ['World.continuous', named(booleans), options('continuous')],
    ['World.maxMemory', named([...integers, [1024, 'out-of-range'], [2 ** 32, 'out-of-range']]), options('maxMemory')],
    ['World.contactHertz', named(positive), options('contactHertz')],
    ['World.contactDampingRatio', named(nonNegative), options('contactDampingRatio')],
    ['World.contactPushSpeed', named(nonNegative), options('contactPushSpeed')],
    ['World.jointHertz', named(positive), options('jointHertz')],
    ['World.jointDampingRatio', named(nonNegative), options('jointDampingRatio')],
    ['World.restitutionThreshold', named(nonNegative), options('restitutionThreshold')],
    ['World.hitSpeedThreshold', named(nonNegative), options('hitSpeedThreshold')],
    ['World.maxCatchUp', named([...integers, [0, 'out-of-range']]), options('maxCatchUp')],
    ['World.blockOrderSeed', named([...integers, [2 ** 32, 'out-of-range']]), options('blockOrderSeed')],
    [
      'World',
      named([
        [null, 'wrong-type'],
        [1, 'wrong-type'],
        [[], 'wrong-type'],
      ]),
      (value) => createWorld(value),
    ],
  ]);
});

describe('createBody', () => {
  const option = (key: string) => (value: Loose) => world.createBody({ [key]: value });
  table([
    [
      'Body',
      named([
        [null, 'wrong-type'],
        ['x', 'wrong-type'],
      ]),
      (value) => world.createBody(value),
    ],
    [
      'Body.type',
      named([
        ['fixed', 'out-of-range'],
        [1, 'wrong-type'],
      ]),
      option('type'),
    ],
    ['Body.position', vectors(), option('position')],
    ['Body.rotation', quaternions, option('rotation')],
    ['Body.linearVelocity', vectors(), option('linearVelocity')],
    ['Body.angularVelocity', vectors(), option('angularVelocity')],
    ['Body.linearDamping', named(nonNegative), option('linearDamping')],
    ['Body.angularDamping', named(nonNegative), option('angularDamping')],
    ['Body.gravityScale', named(finite), option('gravityScale')],
    ['Body.canSleep', named(booleans), option('canSleep')],
    ['Body.sleepThreshold', named(nonNegative), option('sleepThreshold')],
    ['Body.bullet', named(booleans), option('bullet')],
    ['Body.enabled', named(booleans), option('enabled')],
    [
      'Body.lockTranslations',
      [
        [[true, false], 'wrong-length', ''],
        [[true, 1, false], 'wrong-type', '[1]'],
        [true, 'wrong-type', ''],
      ],
      option('lockTranslations'),
    ],
    [
      'Body.lockRotations',
      [
        [[true, false], 'wrong-length', ''],
        [[1, true, false], 'wrong-type', '[0]'],
        [null, 'wrong-type', ''],
      ],
      option('lockRotations'),
    ],
    ['Body.mass', named(masses), option('mass')],
    [
      'Body.mass',
      named([[1, 'out-of-range']]),
      (mass) => world.createBody({ mass, massProperties: { mass: 1, inertia: [1, 1, 1] } }),
    ],
    [
      'Body.massProperties',
      named([
        [1, 'wrong-type'],
        [null, 'wrong-type'],
      ]),
      option('massProperties'),
    ],
    [
      'Body.massProperties.mass',
      named(masses),
      (mass) => world.createBody({ massProperties: { mass, inertia: [1, 1, 1] } }),
    ],
    [
      'Body.massProperties.centerOfMass',
      vectors(),
      (centerOfMass) => world.createBody({ massProperties: { mass: 1, centerOfMass, inertia: [1, 1, 1] } }),
    ],
    [
      'Body.massProperties.inertia',
      [
        ...vectors(masses).filter(([value]) => !Array.isArray(value) || value.length === 3),
        [[1, 1], 'wrong-length', ''],
        [[1, 1, 1, 0], 'wrong-length', ''],
        [[1, 1, 1, NaN, 0, 0], 'not-finite', '[3]'],
        [[1, 1, 1, 2, 0, 0], 'out-of-range', ''],
        [[1, 1, 1, 0.9, 0.9, -0.9], 'out-of-range', ''],
      ],
      (inertia) => world.createBody({ massProperties: { mass: 1, inertia } }),
    ],
    [
      'Body.colliders',
      named([
        [1, 'wrong-type'],
        [{ shape: 'box' }, 'wrong-type'],
      ]),
      option('colliders'),
    ],
    [
      'Body.colliders',
      named(extreme.filter(([value]) => value !== 1e-13)),
      (density) => world.createBody({ colliders: [{ shape: 'sphere', radius: 10, density }] }),
    ],
    [
      'Body.colliders',
      named([[1e4, 'out-of-range']]),
      (radius) => world.createBody({ mass: 1e6, colliders: [{ shape: 'sphere', radius }] }),
    ],
    [
      'Body.colliders[0]',
      named([
        [1, 'wrong-type'],
        [null, 'wrong-type'],
      ]),
      (value) => world.createBody({ colliders: [value] }),
    ],
    [
      'Body.colliders[1].shape',
      named([
        ['cube', 'out-of-range'],
        [undefined, 'wrong-type'],
      ]),
      (shape) => world.createBody({ colliders: [{ shape: 'sphere', radius: 1 }, { shape, radius: 1 } as Loose] }),
    ],
  ]);
});

describe('colliders', () => {
  const sphere = (key: string) => (value: Loose) =>
    world.createBody({ colliders: [{ shape: 'sphere', radius: 1, [key]: value }] });
  table([
    ['SphereCollider.radius', named([...extents, [undefined, 'wrong-type']]), sphere('radius')],
    [
      'BoxCollider.halfExtents',
      [...vectors(extents), [undefined, 'wrong-type', '']],
      (halfExtents) => world.createBody({ colliders: [{ shape: 'box', halfExtents }] }),
    ],
    [
      'CapsuleCollider.radius',
      named(extents),
      (radius) => world.createBody({ colliders: [{ shape: 'capsule', radius, halfHeight: 1 }] }),
    ],
    [
      'CapsuleCollider.halfHeight',
      named(extents),
      (halfHeight) => world.createBody({ colliders: [{ shape: 'capsule', radius: 1, halfHeight }] }),
    ],
    ['SphereCollider.position', vectors(), sphere('position')],
    ['SphereCollider.rotation', quaternions, sphere('rotation')],
    ['SphereCollider.density', named(nonNegative), sphere('density')],
    ['SphereCollider.friction', named(nonNegative), sphere('friction')],
    ['SphereCollider.restitution', named([...nonNegative, [1.1, 'out-of-range']]), sphere('restitution')],
    ['SphereCollider.rollingResistance', named(nonNegative), sphere('rollingResistance')],
    ['SphereCollider.surfaceVelocity', vectors(), sphere('surfaceVelocity')],
    ['SphereCollider.sensor', named(booleans), sphere('sensor')],
    ['SphereCollider.events', named(booleans), sphere('events')],
    ['SphereCollider.rounding', named(nonNegative), sphere('rounding')],
    ['SphereCollider.groups', named([[1, 'wrong-type']]), sphere('groups')],
    [
      'SphereCollider.groups.memberships',
      named([...integers, [2 ** 32, 'out-of-range']]),
      (memberships) => sphere('groups')({ memberships }),
    ],
    [
      'SphereCollider.groups.filter',
      named([...integers, [2 ** 32, 'out-of-range']]),
      (filter) => sphere('groups')({ filter }),
    ],
  ]);
});

describe('Body', () => {
  table([
    ['Body.position', vectors(), (value) => body.setPosition(value)],
    ['Body.rotation', quaternions, (value) => body.setRotation(value)],
    ['Body.setKinematicTarget.position', vectors(), (value) => kinematic.setKinematicTarget(value)],
    ['Body.setKinematicTarget.rotation', quaternions, (value) => kinematic.setKinematicTarget([0, 0, 0], value)],
    ['Body.linearVelocity', vectors(), (value) => body.setLinearVelocity(value)],
    ['Body.angularVelocity', vectors(), (value) => body.setAngularVelocity(value)],
    ['Body.applyForce', vectors(), (value) => body.applyForce(value)],
    ['Body.applyForce.point', vectors(), (value) => body.applyForce([0, 0, 0], value)],
    ['Body.applyTorque', vectors(), (value) => body.applyTorque(value)],
    ['Body.applyImpulse', vectors(), (value) => body.applyImpulse(value)],
    ['Body.applyImpulse.point', vectors(), (value) => body.applyImpulse([0, 0, 0], value)],
    ['Body.applyTorqueImpulse', vectors(), (value) => body.applyTorqueImpulse(value)],
    ['Body.position', vectors(), (position) => body.update({ gravityScale: 3, position })],
    ['Body.mass', named(positive), (mass) => body.update({ gravityScale: 3, mass })],
    [
      'SphereCollider.radius',
      named(positive),
      (radius) => body.update({ gravityScale: 3, colliders: [{ shape: 'sphere', radius }] }),
    ],
    [
      'Body.on',
      named([
        ['collide', 'out-of-range'],
        [1, 'wrong-type'],
      ]),
      (type) => body.on(type, () => {}),
    ],
    [
      'Body.on',
      named([
        [1, 'wrong-type'],
        [undefined, 'wrong-type'],
      ]),
      (listener) => body.on('sleep', listener),
    ],
    ['Body.onSleepChange', named([[1, 'wrong-type']]), (listener) => body.onSleepChange(listener)],
    ['Body.onContactChange', named([[1, 'wrong-type']]), (listener) => body.onContactChange(listener)],
  ]);
});

describe('createJoint', () => {
  const option = (key: string) => (value: Loose) => {
    const [a, b] = [body, kinematic];
    return world.createJoint({ type: 'spherical', bodyA: a, bodyB: b, [key]: value });
  };
  table([
    [
      'Joint',
      named([
        [null, 'wrong-type'],
        [1, 'wrong-type'],
      ]),
      (value) => world.createJoint(value),
    ],
    [
      'Joint.type',
      named([
        ['hinge', 'out-of-range'],
        [undefined, 'wrong-type'],
      ]),
      (type) => world.createJoint({ type, bodyA: body, bodyB: kinematic }),
    ],
    [
      'SphericalJoint.bodyA',
      named([
        [1, 'wrong-type'],
        [{}, 'wrong-type'],
      ]),
      option('bodyA'),
    ],
    ['SphericalJoint.bodyB', named([[1, 'wrong-type']]), option('bodyB')],
    ['SphericalJoint.anchorA', vectors(), option('anchorA')],
    ['SphericalJoint.anchorB', vectors(), option('anchorB')],
    ['SphericalJoint.collideConnected', named(booleans), option('collideConnected')],
    ['SphericalJoint.breakForce', named(limits), option('breakForce')],
    ['SphericalJoint.breakTorque', named(limits), option('breakTorque')],
    ['SphericalJoint.enabled', named(booleans), option('enabled')],
    ['SphericalJoint.anchorA', vectors(), (anchorA) => joint.update({ anchorA })],
    ['SphericalJoint.breakForce', named(limits), (breakForce) => joint.update({ breakForce })],
  ]);

  const refused: [string, object, InputProblem, string][] = [
    ['an axis that is no unit vector', { type: 'revolute', axisA: [0, 0, 2] }, 'not-normalised', 'RevoluteJoint.axisA'],
    ['no axis at all', { type: 'prismatic', axis: [0, 0, 0] }, 'not-normalised', 'PrismaticJoint.axis'],
    [
      'a normal along the axis',
      { type: 'revolute', axis: [0, 1, 0], normal: [0, 1, 0] },
      'out-of-range',
      'RevoluteJoint.normal',
    ],
    ['an axle along the suspension', { type: 'wheel', axis: [0, 0, 1] }, 'out-of-range', 'WheelJoint.axle'],
    ['reversed limits', { type: 'revolute', limits: { min: 1, max: 0 } }, 'out-of-range', 'RevoluteJoint.limits'],
    [
      'an angle beyond half a turn',
      { type: 'revolute', limits: { max: 4 } },
      'out-of-range',
      'RevoluteJoint.limits.max',
    ],
    ['negative hertz', { type: 'spring', spring: { hertz: -1 } }, 'out-of-range', 'SpringJoint.spring.hertz'],
    ['hertz that is not a number', { type: 'fixed', spring: { hertz: NaN } }, 'not-finite', 'FixedJoint.spring.hertz'],
    [
      'hertz and stiffness',
      { type: 'spring', spring: { hertz: 1, stiffness: 1 } },
      'unknown-option',
      'SpringJoint.spring',
    ],
    ['a negative length', { type: 'rope', length: -1 }, 'out-of-range', 'RopeJoint.length'],
    [
      'an anchor in the world and in a body',
      { type: 'rope', anchor: [0, 0, 0], anchorA: [0, 0, 0] },
      'unknown-option',
      'RopeJoint.anchorA',
    ],
    ['a motor on a rope', { type: 'rope', motor: {} }, 'unknown-option', 'RopeJoint.motor'],
    ['two axes of three', { type: 'generic', linear: ['free', 'free'] }, 'wrong-length', 'GenericJoint.linear'],
    [
      'an axis that is neither',
      { type: 'generic', angular: ['free', 'loose', 'free'] },
      'out-of-range',
      'GenericJoint.angular[1]',
    ],
    ['the world at both ends', { type: 'rope', bodyA: null, bodyB: null }, 'out-of-range', 'RopeJoint.bodyB'],
  ];
  it.each(refused)('refuses %s', async (_, options, problem, where) => {
    await refuses(() => world.createJoint({ bodyA: body, bodyB: kinematic, ...options } as Loose), problem, where);
  });

  it('refuses a body that is gone', async () => {
    const gone = world.createBody();
    gone.destroy();
    world.stepSync();
    await refuses(
      () => world.createJoint({ type: 'rope', bodyA: body, bodyB: gone }),
      'stale-handle',
      'RopeJoint.bodyB',
    );
  });

  it('refuses a joint of a body with itself', async () => {
    await refuses(
      () => world.createJoint({ type: 'spherical', bodyA: body, bodyB: body }),
      'out-of-range',
      'SphericalJoint.bodyB',
    );
  });
});

describe('World', () => {
  table([
    ['World.step', named([...integers, [0, 'out-of-range']]), (count) => world.step(count)],
    ['World.stepSync', named([...integers, [0, 'out-of-range']]), (count) => world.stepSync(count)],
    ['World.advance.seconds', named(nonNegative), (seconds) => world.advance(seconds)],
    ['World.gravity', vectors(), (gravity) => world.update({ substeps: 2, gravity })],
    ['World.timeStep', named(positive), (timeStep) => world.update({ gravity: [0, 1, 0], timeStep })],
    [
      'World.on',
      named([
        ['contactBegin', 'out-of-range'],
        [1, 'wrong-type'],
      ]),
      (type) => world.on(type, () => {}),
    ],
    [
      'World.on',
      named([
        [1, 'wrong-type'],
        [undefined, 'wrong-type'],
      ]),
      (listener) => world.on('sleep', listener),
    ],
    [
      'World.contactsOf',
      named([
        [1, 'wrong-type'],
        [undefined, 'wrong-type'],
      ]),
      (value) => world.contactsOf(value),
    ],
  ]);
});

describe('unknown options', () => {
  const unknown: [string, () => unknown, string][] = [
    ['World.gravty', () => createWorld({ gravty: [0, 0, 0] } as Loose), 'gravity'],
    ['World.Gravity', () => world.update({ Gravity: [0, 0, 0] } as Loose), 'gravity'],
    ['Body.postion', () => world.createBody({ postion: [0, 0, 0] } as Loose), 'position'],
    ['Body.linearDampening', () => body.update({ linearDampening: 1 } as Loose), 'linearDamping'],
    [
      'BoxCollider.halfExtends',
      () => world.createBody({ colliders: [{ shape: 'box', halfExtends: [1, 1, 1] } as Loose] }),
      'halfExtents',
    ],
    ['SphereCollider.radus', () => world.createBody({ colliders: [{ shape: 'sphere', radus: 1 } as Loose] }), 'radius'],
    [
      'SphereCollider.groups.membership',
      () => world.createBody({ colliders: [{ shape: 'sphere', radius: 1, groups: { membership: 1 } } as Loose] }),
      'memberships',
    ],
    [
      'SphericalJoint.anchorC',
      () => world.createJoint({ type: 'spherical', bodyA: body, bodyB: kinematic, anchorC: [0, 0, 0] } as Loose),
      'anchor',
    ],
  ];
  it.each(unknown)('%s is refused, with a guess', async (where, call, guess) => {
    await refuses(call, 'unknown-option', where);
    await expect((async () => call())()).rejects.toThrow(`did you mean ${guess}?`);
  });

  it('makes no guess where nothing is near', () => {
    expect(() => world.createBody({ somethingElse: 1 } as Loose)).toThrow(
      'Body.somethingElse: there is no such option (unknown-option',
    );
  });

  it('asks nothing of what an object inherits', () => {
    const options = Object.assign(Object.create({ somethingElse: 1, gravityScale: 0 }) as object, {
      position: [1, 2, 3],
    });
    expect(world.createBody(options as Loose).position).toEqual([1, 2, 3]);
  });

  it('takes undefined as left out', () => {
    expect(world.createBody({ position: undefined, mass: undefined, colliders: undefined }).position).toEqual([
      0, 0, 0,
    ]);
  });
});

it('says what was wrong in one line', () => {
  expect(() => world.createBody({ colliders: [{ shape: 'box', halfExtents: [-1, 1, 1] }] })).toThrow(
    'BoxCollider.halfExtents[0]: expected a finite number > 0, got -1 (out-of-range, see @atoll/engine/docs/errors.md#out-of-range)',
  );
  expect(() => body.setPosition([NaN, 0, 0])).toThrow(
    'Body.position[0]: expected a finite number, got NaN (not-finite, see @atoll/engine/docs/errors.md#not-finite)',
  );
});

/** Every name, so that the compiler misses one that is new. */
const inputProblems: Record<InputProblem, true> = {
  'not-finite': true,
  'out-of-range': true,
  'wrong-type': true,
  'wrong-length': true,
  'not-normalised': true,
  'stale-handle': true,
  'unknown-option': true,
  disposed: true,
  'out-of-memory': true,
  unsupported: true,
  'invalid-snapshot': true,
};
const worldProblems: Record<WorldProblem, true> = {
  'worker-failed': true,
  'kernel-failed': true,
  'kernel-mismatch': true,
  'load-failed': true,
  'out-of-memory': true,
  'non-finite': true,
  disposed: true,
};

it.each([
  ...Object.keys(inputProblems).map((problem) => new PhysicsInputError(problem as InputProblem, 'Body', 'bad')),
  ...Object.keys(worldProblems).map((problem) => new PhysicsError(problem as WorldProblem, 'bad')),
])('names a section that is published with the package: $name, $problem', ({ message }) => {
  const [, path, section] = /see @atoll\/engine\/(\S+)#(\S+)\)$/.exec(message)!;
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const { files } = JSON.parse(read('../package.json')) as { files: string[] };
  expect(files).toContain(path!.split('/')[0]);
  expect(read(`../${path}`)).toContain(`\n### ${section}\n`);
});

it('normalises a quaternion that has drifted, and takes typed arrays', () => {
  const turned = world.createBody({
    rotation: new Float32Array([0, 0.6, 0, 0.81]),
    position: new Float64Array([1, 2, 3]),
  });
  expect(Math.hypot(...turned.rotation)).toBeCloseTo(1, 6);
  expect(turned.position).toEqual([1, 2, 3]);
});
