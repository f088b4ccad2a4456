/** Bodies that are configured alike share their settings: nobody may see it but by what is the same object. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, BodyOptions, ColliderOptions } from '../src/index.js';
import { addCreateBody } from '../src/body/encode.js';
import { massOf, resolveBody, resolveState } from '../src/body/settings.js';
import { SharedSettings } from '../src/body/shared-settings.js';
import { Inbox } from '../src/inbox/inbox.js';
import { GeometryStore } from '../src/shapes/geometry/store.js';
import { ringMemory } from './ring-model.js';
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
  { shape: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
];
/** One 1 m high, one 5. */
const hulls = [1, 5].map((height): ColliderOptions => ({
  shape: 'hull',
  points: [0, 0, 0, 1, 0, 0, 0, height, 0, 0, 0, 1],
}));
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

const numbers = (length: number) => fc.array(fc.integer({ min: -9, max: 9 }), { minLength: length, maxLength: length });
const states = fc.record({
  position: numbers(3),
  rotation: fc.constantFrom([0, 0, 0, 1], [0, 1, 0, 0], [0.6, 0, 0, 0.8]),
  linearVelocity: numbers(3),
  angularVelocity: numbers(3),
});

/** The words that create bodies one after the other. Of those that are not kept, the geometries go before the next is created. */
function written(bodies: readonly { options: BodyOptions; isKept: boolean }[], sharedSettings?: SharedSettings) {
  const { views, segment } = ringMemory(1 << 15);
  const inbox = new Inbox(views, segment, () => {});
  const geometries = new GeometryStore(inbox, views);
  bodies.forEach(({ options, isKept }, handle) => {
    const template = (sharedSettings ?? new SharedSettings()).ofOptions(options);
    addCreateBody({ inbox, views, geometries }, handle, resolveState(options), template);
    if (!isKept) geometries.release(template.settings.colliders);
  });
  return views.u32.slice();
}

/** What the page says of a body is what its own options say. */
function expectOwn(body: Body, options: BodyOptions): void {
  const own = resolveBody(options);
  const { position: _, ...rest } = body.saved;
  expect(own).toMatchObject(rest);
  expect(body.mass).toBe(massOf(own).mass);
  expect(body.userData).toBe(options.userData);
}

describe('settings of bodies', () => {
  it('are all among those that make a difference here', () => {
    const differing = <T extends object>(plain: T, all: readonly T[]): Set<string> =>
      new Set(
        all.flatMap((other) =>
          Object.keys(plain).filter((key) => !isDeepStrictEqual(read(plain, key), read(other, key))),
        ),
      );
    const read = (from: object, key: string): unknown => (from as Record<string, unknown>)[key];
    const plain = resolveBody({ colliders: [box] });
    const states = ['position', 'rotation', 'linearVelocity', 'angularVelocity'];
    expect(
      [
        ...differing(
          plain,
          settings.map((each) => resolveBody({ ...each, colliders: [box] })),
        ),
        ...states,
        'colliders',
      ].sort(),
    ).toEqual(Object.keys(plain).sort());
    const colliders = others.map((each) => resolveBody({ colliders: [each] }).colliders[0]!);
    expect([...differing(plain.colliders[0]!, colliders)].sort()).toEqual(Object.keys(plain.colliders[0]!).sort());
  });

  it('are not shared by hulls of other points', async () => {
    const world = await testWorld('inline');
    const [small, large] = [1, 2].map((size) =>
      world.createBody({ colliders: [{ shape: 'hull', points: [0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size] }] }),
    );
    expect(large!.mass / small!.mass).toBeCloseTo(8, 5);
  });

  it('that are refused for their mass are refused again', async () => {
    const world = await testWorld('inline');
    const flat: BodyOptions = {
      colliders: [{ shape: 'trimesh', vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 1, 2] }],
    };
    for (let i = 0; i < 2; i++) expect(() => world.createBody(flat)).toThrow(/massProperties/);
    expect(world.createBody({ ...flat, type: 'static' }).mass).toBe(0);
    expect(world.bodyCount).toBe(1);
  });

  it('give each body the mass that its own say', async () => {
    const world = await testWorld('inline');
    const masses = [1, 1, 2, 2, 1].map((mass, i) =>
      world.createBody({ mass, position: [0, 0, 3 * i], colliders: [box] }),
    );
    for (const body of masses) body.applyImpulse([6, 0, 0]);
    world.stepSync();
    expect(masses.map((body) => Math.round(body.linearVelocity[0]))).toEqual([6, 6, 3, 3, 6]);
  });

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

  it.each<[string, (colliders: ColliderOptions[]) => BodyOptions, (colliders: ColliderOptions[]) => BodyOptions]>([
    ['an option left out', (colliders) => ({ gravityScale: 0, colliders }), (colliders) => ({ colliders })],
    ['an option more', (colliders) => ({ colliders }), (colliders) => ({ colliders, gravityScale: 0 })],
    [
      'an option in its default',
      (colliders) => ({ mass: 3, colliders }),
      (colliders) => ({ mass: undefined, colliders }),
    ],
    ['a collider less', ([one]) => ({ colliders: [one!, one!] }), ([one]) => ({ colliders: [one!] })],
    ['a collider more', ([one]) => ({ colliders: [one!] }), ([one]) => ({ colliders: [one!, one!] })],
    [
      'a collider whose option is left out',
      ([one]) => ({ colliders: [{ ...one!, friction: 0 }] }),
      ([one]) => ({ colliders: [one!] }),
    ],
    ['no options', (colliders) => ({ colliders }), () => ({})],
    [
      'options of a class of its own',
      (colliders) => ({ colliders }),
      (colliders) => Object.assign(Object.create({ gravityScale: 0 }), { colliders }),
    ],
  ])('are not shared by options with %s', async (_, first, second) => {
    const world = await testWorld('inline');
    const [a, b] = [first([box]), second([box])];
    const bodies = [a, b, a].map((options) => world.createBody(options));
    [a, b, a].forEach((options, i) => expectOwn(bodies[i]!, options));
  });

  it('are those that lists and objects say when a body is created, whatever they said before', async () => {
    const world = await testWorld('inline');
    const halfExtents = [0.5, 0.5, 0.5];
    const colliders: ColliderOptions[] = [{ ...box, halfExtents: halfExtents as never, friction: 0.5 }];
    const lockRotations = [false, false, false] as [boolean, boolean, boolean];
    const create = (): Body => world.createBody({ lockRotations, colliders });
    const plain = create();
    halfExtents[1] = 1;
    const high = create();
    (colliders[0] as { friction: number }).friction = 0;
    const smooth = create();
    lockRotations[0] = true;
    const locked = create();
    colliders.push(box);
    const double = create();
    expect([plain, high, smooth, locked, double].map((body) => body.mass)).toEqual([1000, 2000, 2000, 2000, 3000]);
    expect([plain, high, smooth].map((body) => body.colliders[0]!.friction)).toEqual([0.5, 0.5, 0]);
    expect([smooth, locked].map((body) => body.saved.lockRotations[0])).toEqual([false, true]);
  });

  it('do not hide that a body would start nowhere', async () => {
    const world = await testWorld('inline');
    const create = (state: object): Body => world.createBody({ ...state, colliders: [box] });
    create({});
    expect(() => create({ position: [0, NaN, 0] })).toThrow(/Body\.position\[1\].*not-finite/);
    expect(() => create({ position: null })).toThrow(/Body\.position.*wrong-type/);
    expect(() => create({ rotation: [0, 0, 0, 0] })).toThrow(/Body\.rotation.*not-normalised/);
    expect(() => create({ linearVelocity: [0, 0] })).toThrow(/Body\.linearVelocity.*wrong-length/);
    expect(() => create({ angularVelocity: [0, 0, 'x'] })).toThrow(/Body\.angularVelocity\[2\].*wrong-type/);
    expect(() => create({ postion: [0, 0, 0] })).toThrow(/did you mean position/);
    expect(world.bodyCount).toBe(1);
    expect(create({ rotation: [0, 0, 0, 1.25] }).rotation).toEqual([0, 0, 0, 1]);
  });

  it('of a restored world are not those of the options before', async () => {
    const world = await testWorld('inline');
    world.createBody({ gravityScale: 0, colliders: [box] });
    const bytes = await world.snapshot();
    const other = await testWorld('inline');
    const options = { type: 'kinematic', colliders: [box] } as const;
    other.createBody(options);
    await other.restore(bytes);
    expectOwn(other.createBody(options), options);
  });

  it('leave each body the list that is its userData, where another has the same in it', async () => {
    const world = await testWorld('inline');
    const [a, b] = [[], []].map((userData: string[]) => world.createBody({ userData, colliders: [box] }));
    (a!.userData as string[]).push('hit');
    expect(b!.userData).toEqual([]);
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

  it('go through a snapshot, each of them', async () => {
    const world = await testWorld('inline');
    const rounded: ColliderOptions = { shape: 'hull', points: [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1], rounding: 0.1 };
    const all = [
      ...[...others, rounded].map((collider) => ({ colliders: [collider] })),
      ...settings.map((each) => ({ ...each, colliders: [box] })),
    ];
    const bodies = all.map((options, i) => world.createBody({ ...options, position: [3 * i, 0, 0] }));
    const other = await testWorld('inline');
    await other.restore(await world.snapshot());
    bodies.forEach((body) => {
      const { userData: _, ...expected } = body.saved;
      const restored = other.bodyOf(body.handle)!;
      expect(restored.saved).toMatchObject(expected);
      expect(restored.mass).toBe(body.mass);
    });
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

  it('make the records that each body would make by itself', () => {
    const bodies = fc.record({
      options: fc
        .tuple(
          states,
          fc.constantFrom<BodyOptions>({}, {}, {}, ...settings),
          fc.array(fc.constantFrom<ColliderOptions>(box, box, ...others, ...hulls), { maxLength: 3 }),
        )
        .map(([state, rest, colliders]) => ({ ...state, ...rest, colliders }) as BodyOptions),
      isKept: fc.boolean(),
    });
    // Runs of alike bodies, each somewhere else.
    const runs = fc.array(
      fc
        .tuple(bodies, fc.array(states, { maxLength: 3 }))
        .map(([body, places]) => [
          body,
          ...places.map((state) => ({ ...body, options: { ...body.options, ...state } as BodyOptions })),
        ]),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(runs, (all) => {
        const list = all.flat();
        expect(written(list, new SharedSettings())).toEqual(written(list));
      }),
    );
  });

  it('know a hull by the id that it has now', async () => {
    const world = await testWorld('inline', { gravity: [0, 0, 0] });
    const [low, high] = hulls.map((hull) => ({ ...hull, friction: 0 }));
    const other = world.createBody({ position: [9, 0, 0], colliders: [box] });
    world.createBody({ type: 'static', colliders: [low!] }).destroy();
    // Takes the id that was freed.
    other.update({ colliders: [high!] });
    world.createBody({ type: 'static', colliders: [low!] });
    world.stepSync();
    const down = { origin: [0.1, 9, 0.1], direction: [0, -1, 0], maxDistance: 20 } as const;
    expect(world.castRaySync(down)!.distance).toBeCloseTo(9 - 0.8, 5);
  });
});
