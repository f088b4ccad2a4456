import { describe, expect, it } from 'vitest';
import { createWorld, type Body, type World } from '../src/index.ts';

const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5], density: 100 } as const;

/** A floor and two towers of two boxes each, asleep. */
async function sleepers() {
  const world = await createWorld({ transport: 'inline' });
  const events: string[] = [];
  const names = new Map<Body, string>();
  world.on('sleep', (event) => events.push(`sleep ${names.get(event.body)}`));
  world.on('wake', (event) => events.push(`wake ${names.get(event.body)}`));
  const name = (label: string, body: Body) => {
    names.set(body, label);
    return body;
  };
  const floor = world.createBody({
    type: 'static',
    position: [0, -1, 0],
    colliders: [{ ...box, halfExtents: [20, 1, 20] }],
  });
  const bottom = name('bottom', world.createBody({ position: [0, 0.5, 0], colliders: [box] }));
  const top = name('top', world.createBody({ position: [0, 1.5, 0], colliders: [box] }));
  const other = name('other', world.createBody({ position: [5, 0.5, 0], colliders: [box] }));
  const otherTop = name('otherTop', world.createBody({ position: [5, 1.5, 0], colliders: [box] }));
  await world.step(60);
  expect([bottom, top, other, otherTop].map((body) => body.isSleeping)).toEqual([true, true, true, true]);
  expect([...events].sort()).toEqual(['sleep bottom', 'sleep other', 'sleep otherTop', 'sleep top']);
  events.length = 0;
  return { world, events, floor, bottom, top, other, otherTop };
}

type Sleepers = Awaited<ReturnType<typeof sleepers>>;

describe('a sleeping tower wakes as a whole, within the step, and its neighbour sleeps on', () => {
  const causes: [string, (scene: Sleepers) => void][] = [
    ['a force', ({ top }) => top.applyForce([0, 1, 0])],
    ['a torque', ({ top }) => top.applyTorque([0, 1, 0])],
    ['an impulse', ({ bottom }) => bottom.applyImpulse([1, 0, 0])],
    ['a torque impulse', ({ bottom }) => bottom.applyTorqueImpulse([0, 1, 0])],
    ['a velocity', ({ top }) => top.setLinearVelocity([0, 1, 0])],
    ['a pose', ({ top }) => top.setPosition([0, 1.6, 0])],
    ['a changed option', ({ bottom }) => bottom.update({ gravityScale: 0.5 })],
    ['a call', ({ bottom }) => bottom.wake()],
    [
      'a joint',
      ({ world, top }) => {
        const nail = world.createBody({ type: 'static', position: [0, 3, 0], colliders: [] });
        world.createJoint({ type: 'spherical', bodyA: nail, bodyB: top, anchorA: [0, 0, 0], anchorB: [0, 1.5, 0] });
      },
    ],
    ['something that lands on it', ({ world }) => void world.createBody({ position: [0, 2.49, 0], colliders: [box] })],
  ];
  it.each(causes)('by %s', async (_, act) => {
    const scene = await sleepers();
    act(scene);
    await scene.world.step(3);
    expect([scene.bottom, scene.top, scene.other, scene.otherTop].map((body) => body.isSleeping)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([...scene.events].sort()).toEqual(['wake bottom', 'wake top']);
    await scene.world.dispose();
  });

  it('when the support under it goes', async () => {
    const scene = await sleepers();
    scene.bottom.destroy();
    await scene.world.step(1);
    expect(scene.top.isSleeping).toBe(false);
    expect(scene.other.isSleeping).toBe(true);
    await scene.world.step(90);
    expect(scene.top.position[1]).toBeCloseTo(0.5, 1);
    await scene.world.dispose();
  });

  it('all of them when the floor goes', async () => {
    const { world, floor, bottom, otherTop } = await sleepers();
    floor.destroy();
    await world.step(60);
    expect(bottom.position[1]).toBeLessThan(-4);
    expect(otherTop.position[1]).toBeLessThan(-3);
    await world.dispose();
  });

  it('all of them when gravity changes', async () => {
    const { world, bottom, other } = await sleepers();
    world.update({ gravity: [0, 9.81, 0] });
    await world.step(30);
    expect(bottom.position[1]).toBeGreaterThan(1);
    expect(other.position[1]).toBeGreaterThan(1);
    await world.dispose();
  });
});

it('a body that may not sleep keeps its island awake, and no other', async () => {
  const world: World = await createWorld({ transport: 'inline' });
  world.createBody({ type: 'static', position: [0, -1, 0], colliders: [{ ...box, halfExtents: [20, 1, 20] }] });
  const bottom = world.createBody({ position: [0, 0.5, 0], colliders: [box] });
  world.createBody({ position: [0, 1.5, 0], canSleep: false, colliders: [box] });
  const other = world.createBody({ position: [5, 0.5, 0], colliders: [box] });
  await world.step(240);
  expect(bottom.isSleeping).toBe(false);
  expect(other.isSleeping).toBe(true);
  await world.dispose();
});

describe('a force that does not wake', () => {
  it('leaves sleepers alone', async () => {
    const { world, events, top } = await sleepers();
    top.applyForce([0, 1e6, 0], undefined, false);
    top.applyImpulse([0, 1e6, 0], undefined, false);
    top.applyTorque([0, 1e6, 0], false);
    top.applyTorqueImpulse([0, 1e6, 0], false);
    await world.step(5);
    expect(events).toEqual([]);
    expect(top.position[1]).toBeCloseTo(1.5, 2);
  });

  it('moves the awake, and lets them fall asleep', async () => {
    const { world, events, top } = await sleepers();
    const { mass } = top;
    top.setLinearVelocity([0, 0, 0]);
    for (let i = 0; i < 60; i++) {
      top.applyForce([0, mass, 0], undefined, false);
      await world.step(1);
    }
    expect(events.filter((event) => event === 'sleep top')).toHaveLength(1);
    top.wake();
    top.applyForce([0, 30 * mass, 0], undefined, false);
    await world.step(1);
    expect(top.linearVelocity[1]).toBeCloseTo((30 - 9.81) / 60, 2);
  });
});

it('a body that falls asleep has no velocity in that step, and one that is woken again before its end has what it was given', async () => {
  const world = await createWorld({ transport: 'inline', gravity: [0, 0, 0] });
  const drifting = (x: number) =>
    world.createBody({
      position: [x, 0, 0],
      linearVelocity: [0, 0.01, 0],
      angularVelocity: [0, 0.01, 0],
      colliders: [box],
    });
  const tired = drifting(0),
    pushed = drifting(5);
  await world.step(20);
  expect(tired.linearVelocity[1]).toBeCloseTo(0.01, 6);
  for (let i = 0; i < 20 && !tired.isSleeping; i++) await world.step();
  expect([tired.isSleeping, tired.linearVelocity, tired.angularVelocity]).toEqual([true, [0, 0, 0], [0, 0, 0]]);
  pushed.wake();
  await world.step();
  pushed.sleep();
  pushed.applyImpulse([0, 100, 0]);
  await world.step();
  expect(pushed.isSleeping).toBe(false);
  expect(pushed.linearVelocity[1]).toBeCloseTo(1, 6);
  await world.dispose();
});
