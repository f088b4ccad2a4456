/** Bodies on triangle meshes and height fields. */
import { describe, expect, it } from 'vitest';
import type { BodyOptions, ColliderOptions, World } from '../src/index.js';
import { bunny, isInside, tessellated, torus } from './support/surfaces.js';
import { testWorld } from './transports.js';

const DOWN = { gravity: [0, -10, 0] } as const;
const flatField = { shape: 'heightfield', rows: 41, columns: 41, heights: new Float32Array(41 * 41) } as const;
const floors: Record<string, ColliderOptions> = {
  mesh: { shape: 'trimesh', ...tessellated(40, 0.5) },
  'height field': { ...flatField, scale: [20, 1, 20] },
};
const S = Math.SQRT1_2;
const sliders: Record<string, { height: number; body: BodyOptions }> = {
  ball: { height: 0.3, body: { colliders: [{ shape: 'sphere', radius: 0.3, friction: 0 }] } },
  capsule: {
    height: 0.2,
    body: { rotation: [0, 0, S, S], colliders: [{ shape: 'capsule', radius: 0.2, halfHeight: 0.4, friction: 0 }] },
  },
  'box askew': {
    height: 0.3,
    body: {
      rotation: [0, Math.sin(0.2), 0, Math.cos(0.2)],
      colliders: [{ shape: 'box', halfExtents: [0.4, 0.3, 0.5], friction: 0 }],
    },
  },
  'box along the edges': {
    height: 0.3,
    body: { colliders: [{ shape: 'box', halfExtents: [0.4, 0.3, 0.5], friction: 0 }] },
  },
};

const resting: Record<string, { height: number; body: BodyOptions }> = {
  box: { height: 0.3, body: { colliders: [{ shape: 'box', halfExtents: [0.7, 0.3, 0.7] }] } },
  'rounded box': { height: 0.3, body: { colliders: [{ shape: 'box', halfExtents: [0.6, 0.2, 0.6], rounding: 0.1 }] } },
  'upright cylinder': { height: 0.4, body: { colliders: [{ shape: 'cylinder', radius: 0.5, halfHeight: 0.4 }] } },
  'lying cylinder': {
    height: 0.5,
    body: {
      rotation: [0, 0, S, S],
      colliders: [{ shape: 'cylinder', radius: 0.5, halfHeight: 0.4, rollingResistance: 0.05 }],
    },
  },
  cone: { height: 0.4, body: { colliders: [{ shape: 'cone', radius: 0.5, halfHeight: 0.4 }] } },
};

describe.each(Object.entries(floors))('on a tessellated %s', (_, floor) => {
  it.each(Object.entries(sliders))('a %s slides without a bump', async (_, { height, body: options }) => {
    const world = await testWorld('inline', { ...DOWN, sleep: false });
    world.createBody({ type: 'static', colliders: [{ ...floor, friction: 0 }] });
    const body = world.createBody({ ...options, position: [-7, height, -0.13] });
    await world.step(60);
    for (const velocity of [
      [5, 0, 1.3],
      [-1, 0, -0.7],
      [12, 0, 0],
    ] as const) {
      body.setPosition([-7, body.position[1], velocity[2] === 0 ? 0 : 1.13]);
      body.setLinearVelocity(velocity);
      let fastest = 0,
        spin = 0;
      for (let i = 0; i < 60; i++) {
        await world.step(1);
        fastest = Math.max(fastest, Math.abs(body.linearVelocity[1]));
        spin = Math.max(spin, Math.hypot(...body.angularVelocity));
      }
      expect(fastest).toBeLessThan(0.001);
      expect(spin).toBeLessThan(0.005);
      expect(body.linearVelocity[0]).toBeCloseTo(velocity[0], 4);
      expect(body.linearVelocity[2]).toBeCloseTo(velocity[2], 4);
    }
  });

  it.each(
    [0.02, 0.1, 0.5].flatMap((speed) =>
      (['ball', 'capsule'] as const).flatMap((kind) =>
        [true, false].map((floorFirst) => [speed, kind, floorFirst] as const),
      ),
    ),
  )('at %f m/s a %s rolls on as fast as it does, floor first: %s', async (speed, kind, floorFirst) => {
    const world = await testWorld('inline', { ...DOWN, sleep: false });
    const ground = () => world.createBody({ type: 'static', colliders: [floor] });
    if (floorFirst) ground();
    // The axis of both lies along z: without slip ω = −v / r.
    const body = world.createBody({
      position: [-3, 0.3, 0.1],
      rotation: [S, 0, 0, S],
      linearVelocity: [speed, 0, 0],
      angularVelocity: [0, 0, -speed / 0.3],
      colliders: [
        kind === 'ball' ? { shape: 'sphere', radius: 0.3 } : { shape: 'capsule', radius: 0.3, halfHeight: 0.4 },
      ],
    });
    if (!floorFirst) ground();
    await world.step(30);
    const started = body.linearVelocity[0];
    expect(Math.abs(started - speed)).toBeLessThan(0.005);
    await world.step(570);
    // A capsule's two points change their triangles one after the other.
    expect(Math.abs(body.linearVelocity[0] / started - 1)).toBeLessThan(kind === 'ball' ? 0.001 : 0.02);
    expect(Math.abs((body.position[0] + 3) / (10 * started) - 1)).toBeLessThan(kind === 'ball' ? 0.01 : 0.03);
    expect(Math.abs(body.linearVelocity[2])).toBeLessThan(0.002);
    expect(body.position[1]).toBeCloseTo(0.3, 2);
  });

  it.each(Object.entries(resting))(
    'a %s comes to rest at its height and sleeps',
    async (_, { height, body: options }) => {
      const world = await testWorld('inline', DOWN);
      world.createBody({ type: 'static', colliders: [floor] });
      const body = world.createBody({ ...options, position: [0.1, 1, 0.2] });
      await world.step(180);
      expect(body.position[1]).toBeCloseTo(height, 2);
      expect(body.isSleeping).toBe(true);
    },
  );

  it('a ball that rolls over many triangles begins one contact and ends it once', async () => {
    const world = await testWorld('inline', { ...DOWN, sleep: false });
    const events: string[] = [];
    world.on('contactbegin', ({ points }) => events.push(`begin ${points.length > 0}`));
    world.on('contactend', () => events.push('end'));
    world.createBody({ type: 'static', colliders: [floor] });
    const body = world.createBody({
      position: [-8, 0.3, 0.1],
      linearVelocity: [6, 0, 0],
      colliders: [{ shape: 'sphere', radius: 0.3 }],
    });
    await world.step(120);
    expect(body.position[0]).toBeGreaterThan(0);
    expect(events).toEqual(['begin true']);
    body.setPosition([0, 5, 0]);
    await world.step(1);
    expect(events).toEqual(['begin true', 'end']);
  });
});

describe('a mesh', () => {
  /** Two planes that meet at the line x = 0, rising or falling to both sides. */
  const fold = (slope: number): ColliderOptions => ({
    shape: 'trimesh',
    vertices: [-4, 4 * slope, -4, -4, 4 * slope, 4, 0, 0, -4, 0, 0, 4, 4, 4 * slope, -4, 4, 4 * slope, 4],
    indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5],
  });

  it('holds a ball in a valley on both sides at once', async () => {
    const world = await testWorld('inline', DOWN);
    world.createBody({ type: 'static', colliders: [fold(1)] });
    const body = world.createBody({ position: [0.1, 1, 0], colliders: [{ shape: 'sphere', radius: 0.5 }] });
    await world.step(240);
    expect(body.position[1]).toBeCloseTo(0.5 * Math.SQRT2, 2);
    expect(body.position[0]).toBeCloseTo(0, 2);
  });

  it.each<[string, number, ColliderOptions]>([
    // Its centre is 1.1 + 0.6 from the circle of the ring: √(1.7² − 1.6²) up.
    ['a ball', Math.sqrt(1.7 ** 2 - 1.6 ** 2), { shape: 'sphere', radius: 1.1 }],
    ['a smooth ball', Math.sqrt(1.7 ** 2 - 1.6 ** 2), { shape: 'sphere', radius: 1.1, friction: 0 }],
  ])('lets %s that does not fit through a ring come to rest in it', async (_, height, collider) => {
    const world = await testWorld('inline', DOWN);
    world.createBody({
      type: 'static',
      colliders: [{ shape: 'trimesh', friction: collider.friction, ...torus(1.6, 0.6) }],
    });
    const body = world.createBody({ position: [0.2, 2.4, 0], colliders: [collider] });
    await world.step(240);
    expect(body.isSleeping).toBe(true);
    expect(Math.hypot(body.position[0], body.position[2])).toBeLessThan(0.005);
    expect(Math.abs(body.position[1] - height)).toBeLessThan(0.02);
  });

  it.each<[string, number, ColliderOptions]>([
    ['box', 0.25, { shape: 'box', halfExtents: [1, 0.25, 1] }],
    ['upright cylinder', 0.25, { shape: 'cylinder', radius: 1, halfHeight: 0.25 }],
    ['cone', 0.25, { shape: 'cone', radius: 1, halfHeight: 0.25 }],
  ])('holds a %s on a ridge by its edge', async (_, height, collider) => {
    const world = await testWorld('inline', { ...DOWN, sleep: false });
    world.createBody({ type: 'static', colliders: [fold(-1)] });
    const body = world.createBody({ position: [0, height, 0], colliders: [collider] });
    await world.step(30);
    expect(body.position[1]).toBeCloseTo(height, 2);
    expect(Math.hypot(...body.angularVelocity)).toBeLessThan(0.05);
  });

  it('pushes a body that has sunk in out to the front', async () => {
    const world = await testWorld('inline', { ...DOWN, continuous: false });
    world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', ...tessellated(10, 1) }] });
    const bodies = [
      world.createBody({ position: [-2, -0.2, 0.3], colliders: [{ shape: 'sphere', radius: 0.5 }] }),
      world.createBody({ position: [0, -0.2, 0.3], colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }] }),
      world.createBody({
        position: [2.5, -0.1, 0.3],
        rotation: [0, 0, S, S],
        colliders: [{ shape: 'capsule', radius: 0.4, halfHeight: 0.4 }],
      }),
    ];
    await world.step(120);
    expect(bodies.map((body) => Math.round(body.position[1] * 100) / 100)).toEqual([0.5, 0.5, 0.4]);
  });

  it('lets through what comes from behind', async () => {
    const world = await testWorld('inline', { gravity: [0, 0, 0], continuous: false });
    world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', ...tessellated(10, 1) }] });
    const body = world.createBody({
      position: [0.2, -3, 0.3],
      linearVelocity: [0, 30, 0],
      colliders: [{ shape: 'box', halfExtents: [0.2, 0.2, 0.2] }],
    });
    await world.step(30);
    expect(body.position[1]).toBeGreaterThan(5);
  });

  it('moves with a kinematic body and carries what lies on it', async () => {
    const world = await testWorld('inline', DOWN);
    const tray = world.createBody({ type: 'kinematic', colliders: [{ shape: 'trimesh', ...tessellated(4, 0.5) }] });
    const box = world.createBody({
      position: [0, 0.2, 0],
      colliders: [{ shape: 'box', halfExtents: [0.2, 0.2, 0.2] }],
    });
    await world.step(30);
    for (let i = 1; i <= 60; i++) {
      tray.setKinematicTarget([0, i / 60, 0], [0, Math.sin(i / 240), 0, Math.cos(i / 240)]);
      await world.step(1);
    }
    expect(box.position[1]).toBeCloseTo(1.2, 1);
    expect(Math.abs(box.rotation[1])).toBeGreaterThan(0.2);
  });

  it('is turned and placed by its collider and its body', async () => {
    const world = await testWorld('inline', { gravity: [-10, 0, 0] });
    // Facing +x at x = 3.
    world.createBody({
      type: 'static',
      position: [1, 0, 0],
      rotation: [0, 0, -S, S],
      colliders: [{ shape: 'trimesh', ...tessellated(10, 1), position: [0, 2, 0] }],
    });
    const body = world.createBody({ position: [5, 0.2, 0.1], colliders: [{ shape: 'sphere', radius: 0.5 }] });
    await world.step(120);
    expect(body.position[0]).toBeCloseTo(3.5, 2);
  });

  it('reports a sensor that enters and leaves', async () => {
    const world = await testWorld('inline', DOWN);
    const events: string[] = [];
    world.on('sensorenter', () => events.push('enter'));
    world.on('sensorexit', () => events.push('exit'));
    world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', ...tessellated(10, 1), sensor: true }] });
    world.createBody({ position: [0, 2, 0], colliders: [{ shape: 'sphere', radius: 0.5 }] });
    await world.step(120);
    expect(events).toEqual(['enter', 'exit']);
  });
});

describe('a height field', () => {
  it('drops what stands over a hole, and nothing else', async () => {
    const world = await testWorld('inline', DOWN);
    const cells = 8;
    const holes = Array.from({ length: cells * cells }, (_, i) => (Math.floor(i / cells) + (i % cells)) % 3 === 0);
    world.createBody({
      type: 'static',
      colliders: [
        {
          shape: 'heightfield',
          rows: cells + 1,
          columns: cells + 1,
          heights: new Float32Array((cells + 1) ** 2),
          scale: [cells, 1, cells],
          holes,
        },
      ],
    });
    const bodies = holes.map((_, i) =>
      world.createBody({
        position: [(i % cells) - 3.5, 0.5, Math.floor(i / cells) - 3.5],
        colliders: [{ shape: 'sphere', radius: 0.3 }],
      }),
    );
    await world.step(90);
    expect(bodies.map((body) => body.position[1] < -2)).toEqual(holes);
    for (const [i, body] of bodies.entries()) if (!holes[i]) expect(body.position[1]).toBeCloseTo(0.3, 2);
  });

  it('lies where rows, columns and scale say', async () => {
    const world = await testWorld('inline', DOWN);
    // A ramp along x, 3 m of it, steps of 1 m along z.
    const heights = [0, 1, 0, 1, 2, 3];
    world.createBody({
      type: 'static',
      position: [10, 0, 20],
      colliders: [{ shape: 'heightfield', rows: 3, columns: 2, heights, scale: [6, 0.5, 4], friction: 100 }],
    });
    const body = world.createBody({
      position: [13 - 1.5, 1.5, 19],
      lockRotations: [true, true, true],
      lockTranslations: [true, false, true],
      colliders: [{ shape: 'sphere', radius: 0.01 }],
    });
    await world.step(120);
    // A quarter from the high end, where the heights are 0 and 0.5 m.
    expect(body.position[1]).toBeCloseTo(0.375 + 0.01, 2);
  });
});

describe('the bunny', () => {
  async function fillWith(world: World, seed: number) {
    const mesh = bunny();
    const rabbit = world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', ...mesh }] });
    world.createBody({ type: 'static', position: [0, -1, 0], colliders: [{ shape: 'box', halfExtents: [40, 1, 40] }] });
    for (const [x, z] of [
      [8, 0],
      [-8, 0],
      [0, 7],
      [0, -7],
    ] as const)
      world.createBody({
        type: 'static',
        position: [x, 8, z],
        colliders: [{ shape: 'box', halfExtents: x ? [1, 9, 16] : [16, 9, 1] }],
      });
    let state = seed;
    const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    const bodies = Array.from({ length: 200 }, (_, i) => {
      const r = 0.25 + 0.35 * random();
      const shapes: ColliderOptions[] = [
        { shape: 'sphere', radius: r, rollingResistance: 0.1 },
        { shape: 'capsule', radius: 0.7 * r, halfHeight: r, rollingResistance: 0.1 },
        { shape: 'box', halfExtents: [r, 0.7 * r, 1.2 * r] },
      ];
      const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
      const length = Math.sqrt(x * x + y * y + z * z + w * w);
      return world.createBody({
        position: [12 * random() - 6, 11 + 0.15 * i, 12 * random() - 6],
        rotation: [x / length, y / length, z / length, w / length],
        colliders: [shapes[i % 3]!],
      });
    });
    return { mesh, bodies, rabbit };
  }

  it('lets a box beside an ear come to rest', async () => {
    const world = await testWorld('inline', DOWN);
    world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', ...bunny() }] });
    // It was held up by points that lay outside of it, then thrown off a triangle that it did not touch.
    world.createBody({
      position: [-3.2089827060699463, 8.404693603515625, -0.13111139833927155],
      rotation: [-0.45775195956230164, -0.0473211295902729, 0.8364267349243164, 0.29768145084381104],
      linearVelocity: [-0.14229142665863037, -0.07653330266475677, -0.13379870355129242],
      angularVelocity: [-0.2247982770204544, 0.046511150896549225, 0.21246200799942017],
      colliders: [{ shape: 'box', halfExtents: [0.5419766632802676, 0.3793836642961873, 0.6503719959363211] }],
    });
    await world.step(15 * 60);
    expect(world.awakeBodyCount).toBe(0);
  });

  it.each([3, 5, 7])('lets every box come to rest that is alone on it: seed %i', { timeout: 60_000 }, async (seed) => {
    const world = await testWorld('inline', DOWN);
    world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', ...bunny() }] });
    world.createBody({
      type: 'static',
      position: [0, -1, 0],
      colliders: [{ shape: 'box', halfExtents: [40, 1, 40] }],
    });
    let state = seed;
    const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
    for (let i = 0; i < 300; i++) {
      const r = 0.25 + 0.35 * random();
      const turn = [0, 0, 0, 0].map(() => random() - 0.5);
      const length = Math.sqrt(turn.reduce((sum, part) => sum + part * part, 0));
      const [x, y, z, w] = turn.map((part) => part / length) as [number, number, number, number];
      world.createBody({
        position: [10 * random() - 5, 11, 8 * random() - 4],
        rotation: [x, y, z, w],
        colliders: [{ shape: 'box', halfExtents: [r, 0.7 * r, 1.2 * r], groups: { memberships: 2, filter: 1 } }],
      });
    }
    // One may swing on the tip of an ear for long.
    await world.step(20 * 60);
    expect(world.awakeBodyCount).toBe(0);
  });

  it('lets 200 mixed bodies come to rest, none inside, none below', { timeout: 60_000 }, async () => {
    const world = await testWorld('inline', DOWN);
    const { mesh, bodies, rabbit } = await fillWith(world, 12345);
    const touched = new Set<unknown>();
    world.on('contactbegin', ({ bodyA, bodyB }) => {
      if (bodyA === rabbit || bodyB === rabbit) touched.add(bodyA === rabbit ? bodyB : bodyA);
    });
    for (let second = 0; second < 25; second++) {
      await world.step(60);
      expect(bodies.filter((body) => body.position[1] < 0.1)).toEqual([]);
      if (world.awakeBodyCount === 0) break;
    }
    expect(world.awakeBodyCount).toBe(0);
    expect(bodies.filter((body) => isInside(mesh, body.position))).toEqual([]);
    expect(touched.size).toBeGreaterThan(50);
    await world.step(300);
    expect(world.awakeBodyCount).toBe(0);
  });

  it('gives the same bits with any number of workers', { timeout: 60_000 }, async () => {
    const hashes: bigint[] = [];
    for (const workers of [1, 2, 4, 8]) {
      const world = await testWorld(workers === 1 ? 'inline' : 'shared', { ...DOWN, workers });
      await fillWith(world, 99);
      await world.step(240);
      hashes.push(await world.hash());
      await world.dispose();
    }
    expect(new Set(hashes).size).toBe(1);
  });
});

describe('bad surfaces are refused, and the world is as it was', () => {
  const vertices = [0, 0, 0, 1, 0, 0, 0, 0, 1];
  const trimesh = (options: object) => ({ shape: 'trimesh', vertices, indices: [0, 2, 1], ...options });
  const field = (options: object) => ({
    shape: 'heightfield',
    rows: 2,
    columns: 3,
    heights: [0, 0, 0, 0, 0, 0],
    ...options,
  });
  it.each([
    [trimesh({ vertices: undefined }), 'TrimeshCollider.vertices: expected an array of 3 numbers a vertex'],
    [trimesh({ vertices: [] }), 'TrimeshCollider.vertices: expected 3 numbers a vertex, 3 vertices or more, got 0'],
    [trimesh({ vertices: [...vertices, 1] }), 'got 10 (wrong-length'],
    [
      trimesh({ vertices: [0, 0, NaN, 1, 0, 0, 0, 0, 1] }),
      'TrimeshCollider.vertices[2]: expected a finite number, got NaN',
    ],
    [trimesh({ vertices: Float32Array.from([0, Infinity, 0, 1, 0, 0, 0, 0, 1]) }), 'vertices[1]: expected a finite'],
    [trimesh({ vertices: ['0', 0, 0, 1, 0, 0, 0, 0, 1] }), "vertices[0]: expected a finite number, got '0'"],
    [
      trimesh({ indices: [] }),
      'TrimeshCollider.indices: expected 3 vertex numbers a triangle, 1 triangle or more, got 0',
    ],
    [trimesh({ indices: [0, 1] }), 'got 2 (wrong-length'],
    [trimesh({ indices: [0, 1, 3] }), 'TrimeshCollider.indices[2]: expected a vertex number from 0 to 2, got 3'],
    [trimesh({ indices: [0, -1, 2] }), 'indices[1]: expected a vertex number from 0 to 2, got -1'],
    [trimesh({ indices: [0, 1.5, 2] }), 'indices[1]: expected a vertex number'],
    [trimesh({ indices: [0, 1, 1] }), 'TrimeshCollider.indices: expected a triangle with an area, got 1 without'],
    [trimesh({ vertices: [0, 0, 0, 1, 1, 1, 2, 2, 2] }), 'expected a triangle with an area'],
    [trimesh({ rounding: 0.1 }), 'TrimeshCollider.rounding: there is no such option'],
    [field({ rows: 1 }), 'HeightfieldCollider.rows: expected an integer from 2 to 16384, got 1'],
    [field({ columns: 2.5 }), 'HeightfieldCollider.columns: expected an integer'],
    [field({ heights: [0, 0, 0] }), 'HeightfieldCollider.heights: expected 6 numbers, rows × columns, got 3'],
    [field({ heights: [0, 0, 0, 0, NaN, 0] }), 'HeightfieldCollider.heights[4]: expected a finite number, got NaN'],
    [field({ heights: [0, 0, 0, 0, 3e38, 0], scale: [1, 2, 1] }), 'heights[4]: expected a height that 32 bits hold'],
    [field({ scale: [1, 0, 1] }), 'HeightfieldCollider.scale[1]: expected a finite number > 0, got 0'],
    [field({ holes: [0] }), 'HeightfieldCollider.holes: expected 2 flags, (rows - 1) × (columns - 1), got 1'],
    [field({ holes: [0, 2] }), 'HeightfieldCollider.holes[1]: expected true, false, 0 or 1, got 2'],
  ])('%o', async (collider, message) => {
    const world = await testWorld('inline');
    world.createBody({ colliders: [{ shape: 'sphere', radius: 1 }] });
    await world.step(1);
    const before = await world.hash();
    const create = () => world.createBody({ type: 'static', colliders: [collider as ColliderOptions] });
    expect(create).toThrow(message);
    expect(create).toThrow(expect.objectContaining({ name: 'PhysicsInputError' }));
    expect([world.bodyCount, await world.hash()]).toEqual([1, before]);
  });

  it('a dynamic body of meshes alone needs mass properties', async () => {
    const world = await testWorld('inline', { gravity: [0, 0, 0] });
    const mesh: ColliderOptions = { shape: 'trimesh', vertices, indices: [0, 2, 1] };
    expect(() => world.createBody({ colliders: [mesh] })).toThrow(
      'Body.colliders[0].shape: expected massProperties, or another collider that has a volume, on a dynamic body with a trimesh',
    );
    expect(() => world.createBody({ mass: 2, colliders: [mesh] })).toThrow('massProperties');
    const fixed = world.createBody({ type: 'static', colliders: [mesh] });
    expect(() => fixed.update({ type: 'dynamic' })).toThrow('massProperties');
    expect(fixed.type).toBe('static');
    const massProperties = { mass: 2, inertia: [1, 1, 1] } as const;
    expect(world.createBody({ massProperties, colliders: [mesh] }).mass).toBe(2);
    const both = world.createBody({ colliders: [mesh, { shape: 'sphere', radius: 1, density: 1 }] });
    expect(both.mass).toBeCloseTo((4 / 3) * Math.PI, 5);
  });

  it('degenerate triangles among others are left out', async () => {
    const world = await testWorld('inline', DOWN);
    const { vertices: points, indices } = tessellated(4, 1);
    const withSlivers = [0, 0, 1, 2, 2, 2, ...indices, 0, 1, 2];
    world.createBody({ type: 'static', colliders: [{ shape: 'trimesh', vertices: points, indices: withSlivers }] });
    const body = world.createBody({ position: [0.2, 1, 0.1], colliders: [{ shape: 'sphere', radius: 0.5 }] });
    await world.step(90);
    expect(body.position[1]).toBeCloseTo(0.5, 2);
  });
});
