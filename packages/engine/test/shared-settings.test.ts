/** Bodies that are configured alike share their settings: nobody may see it but by what is the same object. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, BodyOptions, ColliderOptions } from '../src/index.js';
import { massOf, resolveBody } from '../src/body/settings.js';
import { testWorld } from './transports.js';

const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;
/** Each differs from a plain box in one option. */
const others: ColliderOptions[] = [
  { shape: 'sphere', radius: 0.5 },
  { ...box, halfExtents: [0.5, 0.5, 0.25] },
  { ...box, rounding: 0.1 },
  { ...box, position: [0, 0, 1] },
  { ...box, rotation: [0, 0, 1, 0] },
  { ...box, density: 1 },
  { ...box, friction: 0 },
  { ...box, restitution: 1 },
  { ...box, rollingResistance: 0.1 },
  { ...box, surfaceVelocity: [1, 0, 0] },
  { ...box, sensor: true },
  { ...box, events: 'all' },
  { ...box, forces: true },
  { ...box, groups: { memberships: 2 } },
  { ...box, groups: { filter: 2 } },
];
const settings: BodyOptions[] = [
  { type: 'kinematic' },
  { linearDamping: 1 },
  { angularDamping: 1 },
  { gravityScale: 0 },
  { canSleep: false },
  { sleepThreshold: 1 },
  { bullet: true },
  { enabled: false },
  { lockTranslations: [true, false, false] },
  { lockRotations: [false, false, true] },
  { mass: 3 },
  { massProperties: { mass: 2, centerOfMass: [0, 1, 0], inertia: [1, 1, 1] } },
  { userData: { of: 'its own' } },
];

/** What the page says of a body is what its own options say. */
function expectOwn(body: Body, options: BodyOptions): void {
  const own = resolveBody(options);
  const { position: _, ...rest } = body.saved;
  expect(own).toMatchObject(rest);
  expect(body.mass).toBe(massOf(own).mass);
  expect(body.userData).toBe(options.userData);
}

describe('settings of bodies', () => {
  it('are one object for boxes that start here and there', async () => {
    const world = await testWorld('inline');
    const [a, b] = [0, 9].map((x) =>
      world.createBody({ position: [x, 5, 0], linearVelocity: [x, 0, 0], colliders: [{ ...box, friction: 0.25 }] }),
    );
    expect(a!.colliders).toBe(b!.colliders);
    world.stepSync();
    expect(a!.position[0]).toBe(0);
    expect(b!.position[0]).toBeCloseTo(9 + 9 / 60, 5);
  });

  it.each([...others.map((collider) => ({ colliders: [collider] })), { colliders: [box, box] }, { colliders: [] }])(
    'are not shared where a collider differs: %j',
    async (options) => {
      const world = await testWorld('inline');
      const plain = world.createBody({ colliders: [box] });
      const other = world.createBody(options);
      const again = world.createBody({ colliders: [box] });
      expectOwn(plain, { colliders: [box] });
      expectOwn(other, options);
      expectOwn(again, { colliders: [box] });
    },
  );

  it.each(settings)('are not shared where the body differs: %j', async (options) => {
    const world = await testWorld('inline');
    const plain = world.createBody({ colliders: [box] });
    const other = world.createBody({ ...options, colliders: [box] });
    expectOwn(plain, { colliders: [box] });
    expectOwn(other, { ...options, colliders: [box] });
  });

  it('stay those of the others when one is changed, ends, or comes back', async () => {
    const world = await testWorld('inline');
    const [a, b, c] = [0, 3, 6].map((x) => world.createBody({ position: [x, 5, 0], colliders: [box] }));
    const bytes = await world.snapshot();
    a!.update({ gravityScale: 0, colliders: [{ ...box, friction: 0 }] });
    a!.userData = 'a';
    expectOwn(a!, { gravityScale: 0, colliders: [{ ...box, friction: 0 }], userData: 'a' });
    c!.destroy();
    world.stepSync(30);
    expect(a!.position[1]).toBe(5);
    expect(b!.position[1]).toBeLessThan(4);
    expectOwn(b!, { colliders: [box] });
    b!.userData = 'b';
    await world.restore(bytes);
    for (const body of world.bodies) expect(body.colliders).toBe(a!.colliders);
    expectOwn(a!, { colliders: [box], userData: 'a' });
    expectOwn(b!, { colliders: [box], userData: 'b' });
  });

  it('are not what a part of an update is filled in from', async () => {
    const world = await testWorld('inline', { gravity: [0, 0, 0] });
    const [a, b] = [0, 9].map((x) =>
      world.createBody({ position: [x, 5, 0], linearVelocity: [x, 0, 0], colliders: [box] }),
    );
    b!.update({ rotation: [0, 1, 0, 0] });
    b!.update({ angularVelocity: [0, 1, 0] });
    world.stepSync(60);
    expect(b!.position[0]).toBeCloseTo(18, 3);
    expect(b!.linearVelocity[0]).toBeCloseTo(9, 5);
    expect(b!.angularVelocity[1]).toBeCloseTo(1, 5);
    expect(b!.colliders).toBe(a!.colliders);
    a!.update({ position: [1, 0, 0] });
    world.stepSync();
    expect(a!.position).toEqual([1, 0, 0]);
    expect(a!.rotation).toEqual([0, 0, 0, 1]);
  });

  it('say of each body what its own options say, whatever came before', async () => {
    const world = await testWorld('inline');
    const options = fc.record({
      collider: fc.constantFrom<ColliderOptions>(box, box, ...others),
      rest: fc.constantFrom<BodyOptions>({}, {}, {}, ...settings),
    });
    fc.assert(
      fc.property(fc.array(options, { minLength: 2, maxLength: 12 }), (list) => {
        const all = list.map(({ collider, rest }) => ({ ...rest, colliders: [collider] }));
        const bodies = all.map((each, i) => world.createBody({ ...each, position: [i, 0, 0] }));
        bodies.forEach((body, i) => expectOwn(body, all[i]!));
        for (const body of bodies) body.destroy();
      }),
    );
  });
});
