import { describe, expect, it } from 'vitest';
import type { Body, World } from '../../src/index.js';
import { ball, crate, gapOf, meanGap, openWorld, watch } from './support.js';

type Triple = [number, number, number];

/** A body with four arms of two bars each: nine bodies and eight ball joints. `spin` turns the arms about different axes. */
function star(world: World, at: Triple, mass: number, spin: number): { bodies: Body[]; gap: () => number } {
  const hub = crate(world, [0.2, 0.2, 0.2], at, { mass: 3 * mass, linearVelocity: [0, 0, spin] });
  const bodies = [hub];
  const ends: [Body, Body, Triple, Triple][] = [];
  for (const [i, [x, y]] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].entries()) {
    let before = hub;
    for (const place of [0.5, 1.1]) {
      const half: Triple = [x ? 0.3 : 0.05, y ? 0.3 : 0.05, 0.05];
      const bar = crate(world, half, [at[0] + place * x!, at[1] + place * y!, at[2]], {
        mass,
        angularVelocity: [spin * y! * (i + 1), -spin * x! * (i + 1), spin],
      });
      const reach = before === hub ? 0.2 : 0.3;
      const anchorA: Triple = [reach * x!, reach * y!, 0];
      const anchorB: Triple = [-0.3 * x!, -0.3 * y!, 0];
      world.createJoint({ type: 'spherical', bodyA: before, bodyB: bar, anchorA, anchorB });
      ends.push([before, bar, anchorA, anchorB]);
      bodies.push(bar);
      before = bar;
    }
  }
  return { bodies, gap: () => Math.max(...ends.map(([a, b, p, q]) => gapOf(a, b, p, q))) };
}

const momentum = (bodies: readonly Body[]): number[] =>
  [0, 1, 2].map((k) => bodies.reduce((sum, body) => sum + body.mass * body.linearVelocity[k]!, 0));

describe('ball joints between the same bodies, four times over', () => {
  it('keep the momentum of each, whatever the others weigh and do', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const stars = [1, 2, 0.5, 8, 3, 1].map((mass, i) => star(world, [5 * i, 0, 0], mass, 0.5 + 0.4 * i));
    const before = stars.map(({ bodies }) => momentum(bodies));
    const twirl = stars.map(({ bodies }) => bodies.map((body) => [...body.angularVelocity]));
    let most = 0;
    watch(world, 3, () => {
      for (const { gap } of stars) most = Math.max(most, gap());
    });
    expect(most).toBeLessThan(0.004);
    stars.forEach(({ bodies }, i) => {
      momentum(bodies).forEach((value, k) => expect(value).toBeCloseTo(before[i]![k]!, 3));
      // They do act: nothing turns as it did.
      expect([...bodies[1]!.angularVelocity]).not.toEqual(twirl[i]![1]);
    });
  });

  it('let each double pendulum swing with its own period', { timeout: 20_000 }, async () => {
    const world = await openWorld();
    const inertia = 0.4 * 0.2 ** 2;
    const swings = [1, 1.5, 0.7, 2, 1.2].map((length, i) => {
      const [upperMass, lowerMass] = [1 + i, 2];
      const spin = (mass: number) => mass * inertia;
      // (K − ω² M) q = 0 for small angles of both arms; each ball turns with its arm. The slower mode.
      const m11 = (upperMass + lowerMass) * length ** 2 + spin(upperMass);
      const m12 = lowerMass * length ** 2;
      const m22 = m12 + spin(lowerMass);
      const [k1, k2] = [(upperMass + lowerMass) * 10 * length, lowerMass * 10 * length];
      const [a, b, c] = [m11 * m22 - m12 ** 2, -(m11 * k2 + m22 * k1), k1 * k2];
      const omega2 = (-b - Math.sqrt(b * b - 4 * a * c)) / (2 * a);
      const ratio = (k1 - omega2 * m11) / (omega2 * m12);
      const [first, second] = [0.04, 0.04 * ratio];
      const turned = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const;
      const along = (angle: number) => [length * Math.sin(angle), -length * Math.cos(angle)] as const;
      const [x1, y1] = along(first);
      const [x2, y2] = along(second);
      const upper = ball(world, [4 * i + x1, y1, 0], { mass: upperMass, rotation: turned(first) });
      const lower = ball(world, [4 * i + x1 + x2, y1 + y2, 0], { mass: lowerMass, rotation: turned(second) });
      world.createJoint({ type: 'spherical', bodyB: upper, anchorA: [4 * i, 0, 0], anchorB: [0, length, 0] });
      world.createJoint({ type: 'spherical', bodyA: upper, bodyB: lower, anchorA: [0, 0, 0], anchorB: [0, length, 0] });
      return { lower, x: 4 * i, period: (2 * Math.PI) / Math.sqrt(omega2) };
    });
    const seen = swings.map((): number[] => []);
    const before = swings.map(({ lower, x }) => lower.position[0] - x);
    watch(world, 12, (time) => {
      swings.forEach(({ lower, x }, i) => {
        const now = lower.position[0] - x;
        if (before[i]! < 0 && now >= 0) seen[i]!.push(time - now / (now - before[i]!) / 60);
        before[i] = now;
      });
    });
    swings.forEach(({ period }, i) => expect(meanGap(seen[i]!) / period).toBeCloseTo(1, 2));
  });

  it('tell what each bears', async () => {
    const world = await openWorld();
    const post = world.createBody({ type: 'kinematic', position: [0, 5, 0] });
    const hung = [1, 5, 0.2, 2, 3].map((mass, i) => {
      const upper = ball(world, [i, 4, 0], { mass });
      const lower = ball(world, [i, 3, 0], { mass: 2 * mass });
      const top = world.createJoint({
        type: 'spherical',
        bodyA: post,
        bodyB: upper,
        anchorA: [i, 0, 0],
        anchorB: [0, 1, 0],
      });
      const middle = world.createJoint({
        type: 'spherical',
        bodyA: upper,
        bodyB: lower,
        anchorA: [0, 0, 0],
        anchorB: [0, 1, 0],
      });
      return { mass, top, middle };
    });
    watch(world, 1, () => {});
    for (const { mass, top, middle } of hung) {
      expect(top.force / (30 * mass)).toBeCloseTo(1, 3);
      expect(middle.force / (20 * mass)).toBeCloseTo(1, 3);
    }
  });

  it('do not feel what tears at one of them, which holds', async () => {
    const run = async (blow: number) => {
      const world = await openWorld();
      const stars = Array.from({ length: 6 }, (_, i) => star(world, [0, 5 * i, 0], 1 + i, 0.3 * i));
      const most = stars.map(() => 0);
      watch(world, 1.5, (time) => {
        if (Math.abs(time - 0.5) < 1e-6) stars[2]!.bodies[8]!.applyImpulse([blow, 0, blow]);
        stars.forEach(({ gap }, i) => (most[i] = Math.max(most[i]!, gap())));
      });
      return { poses: stars.map(({ bodies }) => bodies.flatMap((body) => [...body.position, ...body.rotation])), most };
    };
    const [calm, hit] = [await run(0), await run(150)];
    for (const i of [0, 1, 3, 4, 5]) expect(hit.poses[i]).toEqual(calm.poses[i]);
    expect(hit.poses[2]).not.toEqual(calm.poses[2]);
    // 50 m/s: 20 cm a substep.
    expect(hit.most[2]).toBeGreaterThan(0.005);
    expect(hit.most[2]).toBeLessThan(0.05);
  });

  it('take in a joint that is given a limit, or that breaks, from the next step on', async () => {
    const world = await openWorld();
    const pairs = Array.from({ length: 5 }, (_, i) => {
      const upper = crate(world, [0.05, 0.3, 0.05], [i, -0.3, 0]);
      const lower = crate(world, [0.05, 0.3, 0.05], [i, -0.9, 0]);
      const hook = world.createJoint({
        type: 'spherical',
        axis: [0, 1, 0],
        bodyB: upper,
        anchorA: [i, 0, 0],
        anchorB: [0, 0.3, 0],
      });
      world.createJoint({
        type: 'spherical',
        bodyA: upper,
        bodyB: lower,
        anchorA: [0, -0.3, 0],
        anchorB: [0, 0.3, 0],
      });
      return { upper, lower, hook };
    });
    watch(world, 0.2, () => {});
    pairs[1]!.hook.update({ breakForce: 5 });
    pairs[3]!.hook.update({ cone: 0.1 });
    for (const { upper } of pairs) upper.applyImpulse([1, 0, 0]);
    const tilt = (body: Body) => 2 * Math.asin(Math.abs(body.rotation[2]));
    const most = pairs.map(() => 0);
    watch(world, 0.5, () => {
      pairs.forEach(({ upper }, i) => (most[i] = Math.max(most[i]!, tilt(upper))));
    });
    pairs.forEach(({ lower, hook }, i) => {
      expect(hook.isValid).toBe(i !== 1);
      if (i === 1) expect(lower.position[1]).toBeLessThan(-1.5);
      else expect(lower.position[1]).toBeGreaterThan(-1);
      if (i === 3) expect(most[i]).toBeLessThan(0.12);
      else expect(most[i]).toBeGreaterThan(0.15);
    });
  });
});
