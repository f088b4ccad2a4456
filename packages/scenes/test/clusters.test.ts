/** Small islands are solved whole by one worker, others by all together: nobody may see the difference. */
import { createWorld, type WorldOptions } from '@atoll/engine';
import {
  add,
  body,
  box,
  buildScene,
  pyramid,
  scene,
  sphere,
  worldOptions,
  type SceneBody,
  type SceneDescription,
  type Vec3,
} from '@atoll/scenes';
import { expect, it } from 'vitest';

const BASE = 7;
const STEPS = 90;

function boxes(base: number, at: Vec3): SceneBody[] {
  return pyramid(base)
    .bodies.slice(1)
    .map((each) => ({ ...each, position: add(each.position, at) }));
}

/** A floor, a pyramid that is hit from above, and more. */
function struck(more: readonly SceneBody[] = [], floor: Partial<SceneBody> = {}): SceneDescription {
  const bodies = [
    { ...body([0, -0.5, 0], box([60, 0.5, 60]), { type: 'static' }), ...floor },
    ...boxes(BASE, [0, 0, 0]),
    body([0.3, BASE + 2, 0.1], box([0.6, 0.6, 0.6]), { linearVelocity: [1, -9, 0] }),
    ...more,
  ];
  return scene('struck', bodies, pyramid(1).phases, { sleep: false });
}

/** Where the floor's own pyramid and what hits it end. */
async function endOf(description: SceneDescription, options: { workers?: number } = {}): Promise<number[]> {
  const world = await createWorld({
    ...worldOptions(description),
    ...(options.workers ? { transport: 'shared', workers: options.workers } : { transport: 'inline' }),
  });
  try {
    const built = buildScene(world, description);
    await built.step(STEPS);
    const end: number[] = [];
    for (let i = 1; i <= Math.min(description.bodies.length - 1, (BASE * (BASE + 1)) / 2 + 1); i++)
      end.push(...built.position(i), ...built.rotation(i));
    return end;
  } finally {
    await world.dispose();
  }
}

it('an island moves as it does alone, whatever else is awake', async () => {
  const alone = await endOf(struck());
  const others = Array.from({ length: 24 }, (_, i) => boxes(5, [30, 0, (i - 12) * 3]));
  const heap = Array.from({ length: 700 }, (_, i) =>
    body([-30 + (i % 7) * 1.05, 0.5 + Math.floor(i / 49) * 1.01, (Math.floor(i / 7) % 7) * 1.05], box([0.5, 0.5, 0.5])),
  );
  const crowded = struck([...others.flat(), ...heap]);
  expect(await endOf(crowded)).toEqual(alone);
  expect(await endOf(crowded, { workers: 3 })).toEqual(alone);
});

it('a ball bounces as it does alone, whatever bounces beside it', async () => {
  // Some come just fast enough to bounce, and are within the speculative distance before they arrive: another's blow is none of theirs.
  const drops = Array.from({ length: 60 }, (_, i) => 0.55 + ((i * 37) % 60) * 0.0459);
  const balls = drops.map((height, i) =>
    body([(i % 10) * 3 - 15, height, Math.floor(i / 10) * 3 - 9], sphere(0.5, { restitution: 0.9 }), {
      linearVelocity: [0, -1.03, 0],
    }),
  );
  const ground = body([0, -0.5, 0], box([60, 0.5, 60]), { type: 'static' });
  const track = async (bodies: readonly SceneBody[], workers?: number) => {
    const description = scene('balls', [ground, ...bodies], pyramid(1).phases, { sleep: false, gravity: [0, 0, 0] });
    const world = await createWorld({
      ...worldOptions(description),
      ...(workers ? { transport: 'shared', workers } : { transport: 'inline' }),
    });
    const built = buildScene(world, description);
    const heights: number[][] = bodies.map(() => []);
    for (let step = 0; step < 240; step++) {
      await built.step(1);
      for (const [i, ball] of heights.entries()) ball.push(built.position(i + 1)[1]);
    }
    await world.dispose();
    return heights;
  };
  const together = await track(balls);
  expect(await track(balls, 3)).toEqual(together);
  for (const [i, ball] of balls.entries()) expect((await track([ball]))[0], `from ${drops[i]} m`).toEqual(together[i]);
});

it('what slides goes as it does alone, beside a long articulation that has friction in every pass', async () => {
  const track = async (sliders: number, bricks: number, options: WorldOptions = { transport: 'inline' }) => {
    const world = await createWorld({ sleep: false, ...options });
    world.createBody({
      type: 'static',
      position: [0, -0.5, 0],
      colliders: [{ shape: 'box', halfExtents: [60, 0.5, 60] }],
    });
    // Stacks: islands that are not small beside the column are in one cluster with it, and share its groups.
    const boxes = Array.from({ length: sliders }, (_, i) =>
      world.createBody({
        position: [0, 0.25 + 0.5 * (i % 5), 3 * Math.floor(i / 5) + 2],
        linearVelocity: [2 + i, 0, 0],
        angularVelocity: [0, 3 - i, 0],
        colliders: [{ shape: 'box', halfExtents: [0.5, 0.25, 0.4], friction: 0.1 + 0.05 * i, rollingResistance: 0.02 }],
      }),
    );
    const column = Array.from({ length: bricks }, (_, i) =>
      world.createBody({
        position: [0, 0.3 + 0.6 * i, -3],
        linearVelocity: [1, 0, 0],
        colliders: [{ shape: 'box', halfExtents: [0.3, 0.3, 0.3] }],
      }),
    );
    for (const [i, part] of column.slice(1).entries())
      world.createJoint({ type: 'fixed', bodyA: column[i]!, bodyB: part });
    const moving = [...boxes, ...column];
    const poses: number[][] = [];
    for (let step = 0; step < 90; step++) {
      await world.step();
      poses.push(moving.flatMap(({ position, rotation }) => [...position, ...rotation]));
    }
    await world.dispose();
    return poses;
  };
  const together = await track(10, 14);
  expect(await track(10, 14, { transport: 'shared', workers: 3 })).toEqual(together);
  const bodies = (from: number, to: number) => together.map((pose) => pose.slice(7 * from, 7 * to));
  expect(await track(10, 0)).toEqual(bodies(0, 10));
  expect(await track(0, 14)).toEqual(bodies(10, 24));
});

it('an island on a kinematic floor that rests moves as on a static one', async () => {
  expect(await endOf(struck([], { type: 'kinematic' }))).toEqual(await endOf(struck()));
});

it('an island on a kinematic floor that sinks evenly moves as on one at rest, for one who sinks along', async () => {
  const sinking: Vec3 = [0, -3, 0];
  const description = struck([], { type: 'kinematic' });
  // Rounding grows in a blow: nothing but the pyramid's own weight.
  const calm = description.bodies.slice(0, -1);
  const bodies = calm.map((each) => ({ ...each, linearVelocity: add(each.linearVelocity, sinking) }));
  const along = await endOf({ ...description, bodies });
  const resting = await endOf({ ...description, bodies: calm });
  for (let i = 0; i < resting.length; i += 7) {
    expect(along[i]).toBeCloseTo(resting[i]!, 2);
    expect(along[i + 1]! - (sinking[1] * STEPS) / 60).toBeCloseTo(resting[i + 1]!, 2);
    expect(along[i + 2]).toBeCloseTo(resting[i + 2]!, 2);
  }
});

it('what stands on a turntable goes round with it, though the table goes nowhere', async () => {
  const [radius, spin] = [2, 1];
  const table = body([0, -0.5, 0], box([4, 0.5, 4]), { type: 'kinematic', angularVelocity: [0, spin, 0] });
  const rider = body([radius, 0.5, 0], box([0.5, 0.5, 0.5], { friction: 1 }), {
    linearVelocity: [0, 0, -spin * radius],
    angularVelocity: [0, spin, 0],
  });
  const [x, y, z] = await endOf(scene('turntable', [table, rider], pyramid(1).phases, { sleep: false }));
  const angle = (spin * STEPS) / 60;
  expect(x).toBeCloseTo(radius * Math.cos(angle), 2);
  expect(y).toBeCloseTo(0.5, 2);
  expect(z).toBeCloseTo(-radius * Math.sin(angle), 2);
});
