import { describe, expect, it } from 'vitest';
import { ball, ground, testWorld, transports } from './transports.js';

describe.each(transports)('%s transport', (transport) => {
  const still = { gravity: [0, 0, 0], sleep: false } as const;

  it('has its first state at once, before any step', async () => {
    const world = await testWorld(transport);
    const body = world.createBody({
      position: [1, 2, 3],
      rotation: [0, 1, 0, 0],
      linearVelocity: [4, 5, 6],
      angularVelocity: [7, 8, 9],
    });
    expect(body.position).toEqual([1, 2, 3]);
    expect(body.rotation).toEqual([0, 1, 0, 0]);
    expect(body.linearVelocity).toEqual([4, 5, 6]);
    expect(body.angularVelocity).toEqual([7, 8, 9]);
    expect([body.type, body.isValid, body.isSleeping]).toEqual(['dynamic', true, false]);
  });

  it.each(['static', 'disabled', 'put to sleep', 'made static', 'disabled at once'])(
    'says no velocity of a body that was created with one and does not move: %s',
    async (how) => {
      const world = await testWorld(transport, still);
      const moving = { linearVelocity: [1, 2, 3], angularVelocity: [0, 4, 0] } as const;
      const type = how === 'static' ? 'static' : 'dynamic';
      const body = world.createBody({ ...moving, type, enabled: how !== 'disabled' });
      const other = world.createBody(moving);
      const velocities = (of = body) => [...of.linearVelocity, ...of.angularVelocity];
      if (how === 'put to sleep') body.sleep();
      else if (how === 'made static') body.update({ type: 'static' });
      else if (how === 'disabled at once') body.update({ enabled: false });
      else expect(velocities()).toEqual([0, 0, 0, 0, 0, 0]);
      await world.step(1);
      expect([velocities(), velocities(other)]).toEqual([
        [0, 0, 0, 0, 0, 0],
        [1, 2, 3, 0, 4, 0],
      ]);
      if (how !== 'disabled') return;
      body.update({ enabled: true });
      await world.step(1);
      expect(velocities()).toEqual([1, 2, 3, 0, 4, 0]);
    },
  );

  it('moves by impulse over mass, and turns by impulse over inertia', async () => {
    const world = await testWorld(transport, still);
    const body = world.createBody({ mass: 4, colliders: [{ shape: 'sphere', radius: 1 }] });
    body.applyImpulse([8, 0, 0]);
    body.applyTorqueImpulse([0, 1.6, 0]);
    await world.step(1);
    expect(body.linearVelocity[0]).toBeCloseTo(2, 5);
    expect(body.angularVelocity[1]).toBeCloseTo(1.6 / (0.4 * 4), 4);
  });

  it('turns from an impulse beside the centre', async () => {
    const world = await testWorld(transport, still);
    const body = world.createBody({
      position: [5, 0, 0],
      massProperties: { mass: 2, inertia: [1, 1, 1] },
      colliders: [{ shape: 'sphere', radius: 1 }],
    });
    body.applyImpulse([0, 2, 0], [6, 0, 0]);
    await world.step(1);
    expect(body.linearVelocity[1]).toBeCloseTo(1, 5);
    expect(body.angularVelocity[2]).toBeCloseTo(2, 3);
  });

  it('feels a force during one step', async () => {
    const world = await testWorld(transport, still);
    const body = world.createBody({ mass: 2, colliders: [{ shape: 'sphere', radius: 1 }] });
    body.applyForce([120, 0, 0]);
    await world.step(1);
    expect(body.linearVelocity[0]).toBeCloseTo(1, 4);
    await world.step(1);
    expect(body.linearVelocity[0]).toBeCloseTo(1, 4);
  });

  it('is teleported without a blend', async () => {
    const world = await testWorld(transport, still);
    const body = world.createBody(ball(0));
    await world.step(2);
    body.setPosition([10, 0, 0]);
    body.setRotation([0, 2 ** -0.5, 0, 2 ** -0.5]);
    await world.step(1);
    expect(body.position[0]).toBe(10);
    expect(world.poses.previous[body.index * 8]).toBe(10);
    expect(body.rotation[1]).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it('moves a static body where it is told, and lists it as moved', async () => {
    const world = await testWorld(transport);
    const body = world.createBody(ground);
    await world.step(1);
    world.read();
    body.setPosition([0, 3, 0]);
    await world.step(1);
    world.read();
    expect(body.position).toEqual([0, 3, 0]);
    expect([...world.poses.moved.subarray(0, world.poses.movedCount)]).toContain(body.index);
  });

  it('is at its kinematic target after the step', async () => {
    const world = await testWorld(transport);
    const body = world.createBody({ type: 'kinematic', colliders: [{ shape: 'box', halfExtents: [1, 1, 1] }] });
    body.setKinematicTarget([0.5, 0, 0]);
    await world.step(1);
    expect(body.position[0]).toBeCloseTo(0.5, 6);
    const dynamic = world.createBody(ball(9));
    expect(() => dynamic.setKinematicTarget([0, 0, 0])).toThrow(/expected a kinematic body/);
  });

  it('updates what is given, in one step', async () => {
    const world = await testWorld(transport);
    const body = world.createBody(ball(0));
    body.update({ gravityScale: 0, linearVelocity: [1, 0, 0], position: [5, 0, 0] });
    await world.step(60);
    expect(body.position[0]).toBeCloseTo(6, 4);
    expect(body.position[1]).toBeCloseTo(0, 5);
    body.update({ gravityScale: undefined });
    await world.step(10);
    expect(body.position[1]).toBeLessThan(-0.1);
  });

  it('changes type, mass and colliders', async () => {
    const world = await testWorld(transport, still);
    const body = world.createBody({ colliders: [{ shape: 'sphere', radius: 1, density: 1 }] });
    const sphere = (4 / 3) * Math.PI;
    expect(body.mass).toBeCloseTo(sphere, 6);
    body.update({ colliders: [{ shape: 'box', halfExtents: [1, 1, 1], density: 2 }] });
    expect(body.mass).toBe(16);
    expect(body.colliders[0]!.shape).toBe('box');
    body.update({ mass: 5 });
    body.applyImpulse([10, 0, 0]);
    await world.step(1);
    expect(body.linearVelocity[0]).toBeCloseTo(2, 5);
    body.update({ type: 'static' });
    expect(body.mass).toBe(0);
    await world.step(1);
    const at = body.position[0];
    await world.step(5);
    expect(body.position[0]).toBe(at);
    body.update({ type: 'dynamic', mass: undefined });
    expect(body.mass).toBe(16);
    body.setLinearVelocity([1, 0, 0]);
    await world.step(1);
    expect(body.position[0]).toBeGreaterThan(at);
  });

  it('rests on the colliders that it was given last', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(0.5));
    await world.step(10);
    body.update({ colliders: [{ shape: 'sphere', radius: 1.5 }], position: [0, 1.6, 0] });
    await world.step(60);
    expect(body.position[1]).toBeCloseTo(1.5, 1);
  });

  it('locked axes do not move', async () => {
    const world = await testWorld(transport, { gravity: [5, -5, 5] });
    const body = world.createBody({
      ...ball(0),
      lockTranslations: [false, true, false],
      lockRotations: [true, true, true],
      angularVelocity: [1, 1, 1],
    });
    await world.step(30);
    expect(body.position[1]).toBeCloseTo(0, 6);
    expect(body.position[0]).toBeGreaterThan(0.5);
    expect(body.rotation[3]).toBeCloseTo(1, 6);
  });

  it('disabled bodies take no part', async () => {
    const world = await testWorld(transport);
    const body = world.createBody({ ...ball(0), enabled: false });
    await world.step(30);
    expect(body.position[1]).toBe(0);
    body.update({ enabled: true });
    await world.step(30);
    expect(body.position[1]).toBeLessThan(-0.5);
  });

  it('falls alike with gravity scaled, and stops by damping', async () => {
    const world = await testWorld(transport, { gravity: [0, -10, 0] });
    const [full, half] = [world.createBody(ball(0)), world.createBody({ ...ball(0, 5), gravityScale: 0.5 })];
    await world.step(30);
    expect(half.position[1] / full.position[1]).toBeCloseTo(0.5, 4);
    const damped = world.createBody({ ...ball(0, 10), gravityScale: 0, linearVelocity: [8, 0, 0], linearDamping: 2 });
    await world.step(60);
    expect(damped.linearVelocity[0]).toBeCloseTo(8 * Math.exp(-2), 1);
  });
});
