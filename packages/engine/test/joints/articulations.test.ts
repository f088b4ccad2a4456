import { describe, expect, it } from 'vitest';
import { createWorld, type Body, type Joint, type JointOptions, type World } from '../../src/index.js';
import { ball, brick, crate, gapOf, openWorld, watch } from './support.js';

/** What is welded together, and how. */
type Built = [name: string, (world: World, weld: (a: Body, b: Body) => void) => Body[]];

/** Bars of 0.4 m along x from `x`, each tied to the one before; the first to the world. */
function bars(world: World, count: number, mass: number, options: object): { parts: Body[]; joints: JointOptions[] } {
  const parts: Body[] = [];
  const joints: JointOptions[] = [];
  for (let i = 0; i < count; i++) {
    const part = crate(world, [0.2, 0.05, 0.1], [0.4 * i + 0.2, 0, 0], { mass: i === count - 1 ? mass : 1 });
    const bodyA = parts.at(-1) ?? null;
    const ends = { bodyA, bodyB: part, anchorA: [bodyA ? 0.2 : 0, 0, 0], anchorB: [-0.2, 0, 0] };
    const joint = Object.assign(ends, options) as object as JointOptions;
    world.createJoint(joint);
    parts.push(part);
    joints.push(joint);
  }
  return { parts, joints };
}

const worst = (joints: readonly JointOptions[]): number =>
  Math.max(...joints.map((joint) => gapOf(joint.bodyA ?? null, joint.bodyB ?? null, joint.anchorA!, joint.anchorB!)));

describe('joints that hang together', () => {
  it.each([
    ['balls', { type: 'spherical' }, 0.02],
    ['balls with a cone', { type: 'spherical', cone: 2.5 }, 0.02],
    ['hinges', { type: 'revolute', axis: [0, 0, 1] }, 0.02],
    ['hinges with springs', { type: 'revolute', axis: [0, 0, 1], spring: { hertz: 0.5, dampingRatio: 0.2 } }, 0.02],
    [
      'universal joints',
      { type: 'generic', axis: [1, 0, 0], normal: [0, 1, 0], angular: ['locked', 'free', 'free'] },
      0.02,
    ],
  ])('as %s swing a load of a hundred times their mass without coming apart', async (_, options, gap) => {
    const world = await openWorld();
    const { joints, parts } = bars(world, 24, 100, options);
    let most = 0;
    watch(world, 4, () => {
      most = Math.max(most, worst(joints));
    });
    expect(most).toBeLessThan(gap);
    expect(parts.at(-1)!.position[1]).not.toBeCloseTo(0, 1);
  });

  it('make planks that two joints hold on either side, and sliders in a row, one as little as the other', async () => {
    const world = await openWorld();
    const joints: JointOptions[] = [];
    const tie = (joint: object) => {
      joints.push(joint as JointOptions);
      return world.createJoint(joint as JointOptions);
    };
    let before: Body | null = null;
    for (let i = 0; i < 40; i++) {
      const plank: Body = crate(world, [0.1, 0.03, 0.5], [0.2 * i + 0.1, 0, 0], { mass: i === 20 ? 50 : 5 });
      for (const z of [-0.5, 0.5]) {
        const anchorA = before ? [0.1, 0, z] : [0, 0, z];
        tie({ type: 'spherical', bodyA: before, bodyB: plank, anchorA, anchorB: [-0.1, 0, z] });
      }
      before = plank;
    }
    const drawers = Array.from({ length: 15 }, (_, i) => crate(world, [0.2, 0.05, 0.2], [0.1 * i, -20 + 0.2 * i, 0]));
    const sliders = drawers.map((bodyB, i) =>
      world.createJoint({
        type: 'prismatic',
        bodyA: drawers[i - 1] ?? null,
        bodyB,
        anchor: bodyB.position,
        axis: [1, 0, 0],
        limits: { min: -0.1, max: 0.1 },
      }),
    );
    let most = 0;
    watch(world, 4, () => {
      most = Math.max(most, worst(joints));
      drawers.at(-1)!.applyForce([10, 0, 5]);
      // Limits are not part of the common matrix: fifteen in a row pass a pull on one by one.
      for (const slider of sliders) expect(Math.abs(slider.translation)).toBeLessThan(0.115);
    });
    expect(most).toBeLessThan(0.01);
    drawers.forEach((drawer, i) => {
      expect(Math.abs(drawer.position[1] - (-20 + 0.2 * i))).toBeLessThan(0.01);
      expect(Math.abs(drawer.position[2])).toBeLessThan(0.02);
    });
  });

  it('close a ring that keeps its momentum', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const count = 24;
    const radius = 0.2 / Math.sin(Math.PI / count);
    const links = Array.from({ length: count }, (_, i) => {
      const turn = (2 * Math.PI * i) / count;
      const place = radius * Math.cos(Math.PI / count);
      return crate(world, [0.2, 0.05, 0.05], [-place * Math.sin(turn), place * Math.cos(turn), 0], {
        rotation: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)],
        linearVelocity: [1, 0, i === 0 ? 5 : 0],
        mass: i === 0 ? 20 : 1,
      });
    });
    const joints = links.map((bodyB, i) => {
      const joint = {
        type: 'spherical',
        bodyA: links.at(i - 1)!,
        bodyB,
        anchorA: [-0.2, 0, 0],
        anchorB: [0.2, 0, 0],
      } as const;
      world.createJoint(joint);
      return joint;
    });
    let most = 0;
    watch(world, 4, () => {
      most = Math.max(most, worst(joints));
      const momentum = [0, 1, 2].map((k) => links.reduce((sum, link) => sum + link.mass * link.linearVelocity[k]!, 0));
      [43, 0, 100].forEach((value, k) => expect(momentum[k]).toBeCloseTo(value, 2));
    });
    expect(most).toBeLessThan(0.01);
  });

  it('may all hang on one light body', async () => {
    const world = await openWorld();
    const hub = ball(world);
    world.createJoint({ type: 'spherical', bodyB: hub, anchor: [0, 0, 0] });
    const joints = Array.from({ length: 40 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 40;
      const bodyB = ball(world, [Math.cos(turn), 0, Math.sin(turn)]);
      const joint = {
        type: 'spherical',
        bodyA: hub,
        bodyB,
        anchorA: [0, 0, 0],
        anchorB: [-Math.cos(turn), 0, -Math.sin(turn)],
      } as const;
      world.createJoint(joint);
      return joint;
    });
    let most = 0;
    watch(world, 2, () => {
      most = Math.max(most, worst(joints));
    });
    expect(most).toBeLessThan(0.02);
  });

  it(
    'come apart where one is destroyed, and go on from a snapshot, with the same bits for any workers',
    { timeout: 60_000 },
    async () => {
      const run = async (options: object, restored: boolean) => {
        const world = await createWorld({ gravity: [0, -10, 0], ...options });
        try {
          const { parts } = bars(world, 20, 30, { type: 'spherical' });
          const short = Array.from({ length: 30 }, (_, i) => {
            const [a, b] = [
              ball(world, [i, 5, 3]),
              ball(world, [i + 0.5, 5, 3], { linearVelocity: [0, 40, i], mass: 9 }),
            ];
            world.createJoint({ type: 'spherical', bodyA: null, bodyB: a, anchor: [i, 5.5, 3] });
            return world.createJoint({ type: 'spherical', bodyA: a, bodyB: b, anchor: [i + 0.25, 5, 3] });
          });
          await world.step(40);
          if (restored) await world.restore(await world.snapshot());
          await world.step(40);
          [...parts[10]!.joints][0]!.destroy();
          for (const joint of short.slice(0, 9)) joint.update({ enabled: false });
          await world.step(40);
          expect(parts[19]!.position[1]).toBeLessThan(-5);
          return await world.hash();
        } finally {
          await world.dispose();
        }
      };
      const expected = await run({ transport: 'inline' }, false);
      expect(await run({ transport: 'inline' }, true)).toBe(expected);
      for (const workers of [1, 2, 4])
        expect(await run({ transport: 'shared', workers }, workers === 2)).toBe(expected);
      for (const blockOrderSeed of [3, 91])
        expect(await run({ transport: 'inline', blockOrderSeed }, false)).toBe(expected);
    },
  );

  it.each<Built>([
    [
      'a table with a heavy top',
      (world, weld) => {
        const top = brick(world, [1, 0.1, 0.6], [0, 1.1, 0], { mass: 100 });
        const legs = [-1, 1, -1, 1].map((side, i) =>
          brick(world, [0.08, 0.5, 0.08], [0.9 * side, 0.5, i < 2 ? -0.5 : 0.5]),
        );
        for (const leg of legs) weld(top, leg);
        return [top, ...legs];
      },
    ],
    [
      'a bridge on two feet',
      (world, weld) => {
        const at = (x: number, y: number) => brick(world, [0.3, 0.3, 0.3], [0.6 * x, y, 0]);
        const parts = [at(0, 0.3), ...Array.from({ length: 5 }, (_, i) => at(i, 0.9)), at(4, 0.3)];
        for (const [i, part] of parts.slice(1).entries()) weld(parts[i]!, part);
        return parts;
      },
    ],
    ...[
      [2, 4],
      [3, 3],
    ].map(([columns, rows]): Built => [
      `${columns} by ${rows} bricks`,
      (world, weld) => {
        const parts = Array.from({ length: columns! * rows! }, (_, i) =>
          brick(world, [0.3, 0.3, 0.3], [1e-6 * i, 0.3 + 0.6 * Math.floor(i / columns!), 0.6 * (i % columns!)]),
        );
        parts.forEach((part, i) => {
          if (i % columns! < columns! - 1) weld(part, parts[i + 1]!);
          if (i + columns! < parts.length) weld(part, parts[i + columns!]!);
        });
        return parts;
      },
    ]),
  ])('rest without a tremor, welded as %s', async (_, build) => {
    const world = await openWorld();
    brick(world, [20, 0.5, 20], [0, -0.5, 0], { type: 'static' });
    const parts = build(world, (bodyA, bodyB) => world.createJoint({ type: 'fixed', bodyA, bodyB }));
    world.stepSync(120);
    let most = 0;
    watch(world, 5, () => {
      for (const { linearVelocity } of parts) most = Math.max(most, Math.hypot(...linearVelocity));
    });
    expect(most).toBeLessThan(1e-4);
  });

  it('are no concern of a body that comes later, nor of where a snapshot was taken', async () => {
    const run = async (links: number, restored: boolean) => {
      const world = await openWorld();
      brick(world, [20, 0.5, 20], [0, -0.5, 0], { type: 'static' });
      if (links > 0) bars(world, links, 1, { type: 'spherical' });
      world.stepSync(2);
      const late = brick(world, [0.5, 0.3, 0.4], [5, 2, 5], { rotation: [0.1, 0.2, 0, 0.97] });
      world.stepSync(20);
      if (restored) await world.restore(await world.snapshot());
      world.stepSync(60);
      return [...late.position, ...late.rotation];
    };
    const alone = await run(0, false);
    for (const links of [4, 20]) {
      expect(await run(links, false)).toEqual(alone);
      expect(await run(links, true)).toEqual(alone);
    }
  });

  it.each([
    ['a column', 1, 14],
    ['a slab', 3, 20],
    ['a wall', 6, 5],
  ])('stand still as %s of welded bricks, each with what it carries', async (_, columns, rows) => {
    const world = await createWorld({ transport: 'inline' });
    brick(world, [20, 0.5, 20], [0, -0.5, 0], { type: 'static' });
    const bricks = Array.from({ length: columns * rows }, (_, i) =>
      // A little askew, so that it can begin to rock.
      brick(world, [0.3, 0.3, 0.3], [1e-6 * i, 0.3 + 0.6 * Math.floor(i / columns), 0.6 * (i % columns)], {
        mass: 100,
        canSleep: false,
      }),
    );
    const seams: Joint[] = [];
    const weld = (bodyA: Body, bodyB: Body) => seams.push(world.createJoint({ type: 'fixed', bodyA, bodyB }));
    bricks.forEach((part, i) => {
      if (i % columns < columns - 1) weld(part, bricks[i + 1]!);
      if (i + columns < bricks.length) weld(part, bricks[i + columns]!);
    });
    world.stepSync(300);
    const weight = (rows - 1) * 100 * 9.81;
    let most = 0;
    watch(world, 5, () => {
      for (const { linearVelocity } of bricks) most = Math.max(most, Math.hypot(...linearVelocity));
      // A column hands all of its weight down; beside others, a seam also takes what the floor under them gives unevenly.
      const strongest = Math.max(...seams.map((seam) => seam.force));
      if (columns === 1) expect(Math.abs(strongest - weight)).toBeLessThan(0.001 * weight);
      else expect(strongest).toBeLessThan(1.2 * weight);
    });
    expect(most).toBeLessThan(0.01);
    bricks.forEach((part, i) => {
      expect(Math.abs(part.position[0])).toBeLessThan(0.005);
      expect(Math.abs(part.position[1] - (0.3 + 0.6 * Math.floor(i / columns)))).toBeLessThan(0.005);
    });
  });
});
