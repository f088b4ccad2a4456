import { describe, expect, it } from 'vitest';
import type { Body, Joint, World } from '../src/index.js';
import { ball, ground, testWorld, transports } from './transports.js';

/** A ball on a rope to the world: too heavy for it, or asleep. */
function hang(world: World, breakForce: number): { body: Body; joint: Joint } {
  const body = world.createBody(ball(3));
  const anchor = [0, 3.5, 0] as const;
  const joint = world.createJoint({ type: 'spherical', bodyA: null, bodyB: body, anchor, breakForce });
  return { body, joint };
}

describe.each(transports)('%s: a snapshot', (transport) => {
  it('knows nothing of a joint that breaks in a step before it that was not awaited', async () => {
    const world = await testWorld(transport);
    const { joint, body } = hang(world, 100);
    const other = world.createBody(ball(3, 5));
    const kept = world.createJoint({ type: 'fixed', bodyA: null, bodyB: other });
    void world.step(3);
    const bytes = await world.snapshot();
    expect(joint.isValid).toBe(false);
    const fresh = await testWorld(transport);
    await fresh.restore(bytes);
    const again = fresh.bodyOf(body.handle)!;
    expect(again.joints.size).toBe(0);
    expect(fresh.bodyOf(other.handle)!.joints.size).toBe(1);
    // Its slot is free: the next joint is in it, and holds.
    const next = fresh.createJoint({ type: 'fixed', bodyA: null, bodyB: again });
    expect(next.handle & 0xfffff).toBe(joint.handle & 0xfffff);
    const y = again.position[1];
    await fresh.step(30);
    expect(again.position[1]).toBeCloseTo(y, 2);
    expect(fresh.stats.jointCount).toBe(2);
    await world.restore(bytes);
    expect([joint.isValid, kept.isValid, body.joints.size]).toEqual([false, true, 0]);
  });

  it('brings back what joints bear that sleep, and what those bore that do not', async () => {
    const world = await testWorld(transport);
    const { joint, body } = hang(world, Infinity);
    const swinging = world.createBody({ ...ball(3, 9), canSleep: false });
    const busy = world.createJoint({ type: 'spherical', bodyA: null, bodyB: swinging, anchor: [10, 3, 0] });
    await world.step(90);
    body.sleep();
    await world.step(5);
    expect(body.isSleeping).toBe(true);
    world.update({ timeStep: 1 / 120 });
    const bytes = await world.snapshot();
    const borne = (each: Joint) => [each.forceVector, each.torqueVector];
    const [asleep, awake] = [borne(joint), borne(busy)];
    expect(joint.force).toBeCloseTo(body.mass * 9.81, -1);
    const fresh = await testWorld(transport);
    await fresh.restore(bytes);
    const again = (of: Body) => [...fresh.bodyOf(of.handle)!.joints][0]!;
    expect([borne(again(body)), borne(again(swinging))]).toEqual([asleep, awake]);
    await world.step(5);
    const late = hang(world, Infinity);
    await world.step(1);
    expect(late.joint.force).toBeGreaterThan(0);
    await world.restore(bytes);
    expect([borne(joint), borne(busy)]).toEqual([asleep, awake]);
    // It has the handle of one that there was before the restore.
    const next = world.createJoint({ type: 'rope', bodyA: null, bodyB: body, length: 9 });
    expect([next.handle, next.force]).toEqual([late.joint.handle, 0]);
  });
});

it('brings back what a joint bears that pulled its body into the floor, where it was stopped', async () => {
  const world = await testWorld('inline');
  const floor = world.createBody(ground);
  const body = world.createBody({ ...ball(4, 3), colliders: [{ shape: 'sphere', radius: 0.2 }] });
  const ends = { bodyA: floor, bodyB: body, anchorA: [0, -5, 0] } as const;
  const joint = world.createJoint({ type: 'spherical', ...ends, collideConnected: true });
  for (let i = 0; i < 6; i++) {
    await world.step(1);
    const borne = joint.forceVector;
    expect(joint.force).toBeGreaterThan(100);
    await world.restore(await world.snapshot());
    expect(joint.forceVector).toEqual(borne);
  }
});
