import { describe, expect, it } from 'vitest';
import type { Body, Joint, World } from '../../src/index.js';
import { ball, crate, gapOf, openWorld, watch } from './support.js';

const PLANKS = 100;
const LENGTH = 0.2;

/** A chain at rest by its weight is a catenary, y = a cosh(x/a): its joints by arc length, s = a sinh(x/a). */
function catenary(span: number): [number, number][] {
  let [low, high] = [1, 1000];
  for (let i = 0; i < 100; i++) {
    const a = (low + high) / 2;
    if (2 * a * Math.sinh(span / 2 / a) > PLANKS * LENGTH) low = a;
    else high = a;
  }
  return Array.from({ length: PLANKS + 1 }, (_, i) => {
    const x = low * Math.asinh(((i - PLANKS / 2) * LENGTH) / low);
    return [x, low * (Math.cosh(x / low) - Math.cosh(span / 2 / low))];
  });
}

/** Planks of 10 kg between two shores, each hinged to the one before, as they hang. */
function bridge(world: World): { planks: Body[]; depth: number; worst: () => number } {
  const points = catenary(19.6);
  const planks: Body[] = [];
  const joints: { joint: Joint; a: readonly number[]; b: readonly number[] }[] = [];
  const tie = (bodyA: Body | null, bodyB: Body | null, a: readonly number[], b: readonly number[]) =>
    joints.push({ joint: world.createJoint({ type: 'revolute', bodyA, bodyB, anchorA: a, anchorB: b }), a, b });
  for (let i = 0; i < PLANKS; i++) {
    const [[x, y], [toX, toY]] = [points[i]!, points[i + 1]!];
    const half = Math.atan2(toY - y, toX - x) / 2;
    const plank = crate(world, [LENGTH / 2, 0.03, 0.5], [(x + toX) / 2, (y + toY) / 2, 0], {
      mass: 10,
      rotation: [0, 0, Math.sin(half), Math.cos(half)],
    });
    const before = planks.at(-1) ?? null;
    tie(before, plank, before ? [LENGTH / 2, 0, 0] : [x, y, 0], [-LENGTH / 2, 0, 0]);
    planks.push(plank);
  }
  tie(planks.at(-1)!, null, [LENGTH / 2, 0, 0], [...points.at(-1)!, 0]);
  return {
    planks,
    depth: points[PLANKS / 2]![1],
    worst: () => Math.max(...joints.map(({ joint, a, b }) => gapOf(joint.bodyA, joint.bodyB, a, b))),
  };
}

describe('a bridge of 100 planks', () => {
  it('hangs together as a catenary, and under a load in its middle', { timeout: 60_000 }, async () => {
    const world = await openWorld();
    const { planks, depth, worst } = bridge(world);
    let most = 0;
    watch(world, 5, () => {
      most = Math.max(most, worst());
    });
    expect(most).toBeLessThan(0.002);
    expect(Math.abs(planks[50]!.position[1] - depth)).toBeLessThan(0.03);
    // Ten planks' weight comes on in 5 s.
    watch(world, 10, (time) => {
      planks[50]!.applyForce([0, -1000 * Math.min(1, time / 5), 0]);
      most = Math.max(most, worst());
    });
    expect(most).toBeLessThan(0.002);
  });
});

describe('a chain of 50 links with a ball of 100 times their mass', () => {
  it('hangs together, still and when it swings', { timeout: 60_000 }, async () => {
    const world = await openWorld();
    let before: Body | null = null;
    const joints: { joint: Joint; a: number[]; b: number[] }[] = [];
    for (let i = 0; i < 51; i++) {
      const link =
        i < 50 ? crate(world, [0.05, 0.1, 0.05], [0, -0.1 - 0.2 * i, 0]) : ball(world, [0, -10.5, 0], { mass: 100 });
      const a = before ? [0, -0.1, 0] : [0, 0, 0];
      const b = i < 50 ? [0, 0.1, 0] : [0, 0.5, 0];
      joints.push({
        joint: world.createJoint({ type: 'spherical', bodyA: before, bodyB: link, anchorA: a, anchorB: b }),
        a,
        b,
      });
      before = link;
    }
    const worst = () => Math.max(...joints.map(({ joint, a, b }) => gapOf(joint.bodyA, joint.bodyB, a, b)));
    let most = 0;
    watch(world, 5, () => {
      most = Math.max(most, worst());
    });
    expect(most).toBeLessThan(0.005);
    // The top joint bears 150 kg.
    expect(joints[0]!.joint.force / 1500).toBeCloseTo(1, 1);
    before!.setLinearVelocity([6, 0, 0]);
    watch(world, 8, () => {
      most = Math.max(most, worst());
    });
    expect(most).toBeLessThan(0.005);
    expect(Math.hypot(...before!.position)).toBeLessThan(10.5 * 1.001);
  });
});
