import { add, ballAndChain, body, jointError, LINK_LENGTH, ragdolls, sphere } from '@atoll/scenes';
import { describe, expect, it } from 'vitest';
import { energyOf } from './energy.ts';
import { loose, nail, openScene } from './open-scene.ts';

describe('a pendulum', () => {
  const length = 2;
  const radius = 0.2;
  const swing = 0.2;
  const pendulum = () =>
    loose([nail([0, 0, 0]), body([length * Math.sin(swing), -length * Math.cos(swing), 0], sphere(radius))], {
      joints: [
        {
          type: 'spherical',
          bodyA: 0,
          bodyB: 1,
          anchorA: [0, 0, 0],
          anchorB: [-length * Math.sin(swing), length * Math.cos(swing), 0],
        },
      ],
    });

  it('swings with the period of a physical pendulum', async () => {
    const scene = await openScene(pendulum());
    const crossings: number[] = [];
    let before = scene.position(1)[0];
    await scene.step(1200, (step) => {
      const x = scene.position(1)[0];
      if (before < 0 && x >= 0) crossings.push((step - x / (x - before)) / 60);
      before = x;
    });
    expect(crossings.length).toBeGreaterThan(5);
    const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
    // 2π·sqrt(I/(m·g·l)) about the nail, times the first two terms of the series in the swing.
    const expected = 2 * Math.PI * Math.sqrt((length ** 2 + 0.4 * radius ** 2) / (10 * length)) * (1 + swing ** 2 / 16);
    expect(period / expected).toBeGreaterThan(0.99);
    expect(period / expected).toBeLessThan(1.01);
  });

  it('never swings higher than it started, and keeps its length', async () => {
    const scene = await openScene(pendulum());
    const start = scene.position(1)[1];
    let highest = -Infinity;
    let longest = 0;
    await scene.step(1200, (step) => {
      if (step > 60) highest = Math.max(highest, scene.position(1)[1]);
      longest = Math.max(longest, Math.abs(Math.hypot(...scene.position(1)) - length));
    });
    expect(highest).toBeLessThan(start + 0.002 * length);
    expect(longest).toBeLessThan(0.005 * length);
  });
});

describe.each([38, 100])('a chain of 50 links with a ball of %i times their mass', (ratio) => {
  const length = 50 * LINK_LENGTH;
  const open = async (direction: 'down' | 'right', substeps = 4) => {
    const scene = await openScene({ ...ballAndChain(50, direction, ratio), sleep: false }, { substeps });
    const stretch = () =>
      Math.hypot(...scene.position(51).map((x, i) => x - scene.position(0)[i]!)) / (length + 0.5) - 1;
    return { scene, stretch };
  };

  it('hangs with less than a thousandth of stretch', { timeout: 30_000 }, async () => {
    const { scene, stretch } = await open('down');
    let most = 0;
    await scene.step(600, () => {
      most = Math.max(most, stretch());
    });
    expect(most).toBeLessThan(0.001);
  });

  // 8 substeps: with 4, a link turns by half a radian in one when the chain whips. What that makes of the energy is chance: 0.1 to 0.6 %
  // more than there was, in falls that are started a hair apart.
  it.each([
    [4, 0.01],
    [8, 0.002],
  ])(
    'with %i substeps keeps within 0.03 of stretch when it swings from level and jerks, and gains less than %f of the energy',
    { timeout: 30_000 },
    async (substeps, allowed) => {
      const { scene, stretch } = await open('right', substeps);
      const start = energyOf(scene, substeps);
      const drop = 10 * length * scene.bodies.reduce((sum, part) => sum + part.mass, 0);
      let [most, gained, early, lost] = [0, 0, 0, 0];
      await scene.step(900, (step) => {
        most = Math.max(most, stretch());
        const energy = (energyOf(scene, substeps) - start) / drop;
        gained = Math.max(gained, energy);
        // The first swing, up to where the ball has fallen back and the chain jerks.
        if (step < 300) {
          early = Math.max(early, energy);
          lost = Math.max(lost, -energy);
        }
      });
      expect(most).toBeLessThan(0.03);
      expect(early).toBeLessThan(0.001);
      expect(gained).toBeLessThan(allowed);
      expect(lost).toBeLessThan(0.003);
    },
  );
});

// Where limbs are hit is chance: falls that start a tenth of a millimetre apart are as good as others.
it.each([0, 1, 2, 3, 4, 5])(
  '200 ragdolls fall into heaps, and no joint is ever 2 cm apart (%i)',
  { timeout: 60_000 },
  async (fall) => {
    const description = ragdolls();
    const shifted = description.bodies.map((part, i) => {
      if (part.type === 'static') return part;
      const doll = Math.floor((i - 1) / 11);
      return { ...part, position: add(part.position, [1e-4 * Math.sin(fall * (doll + 1)), 0, 0]) };
    });
    const scene = await openScene({ ...description, bodies: shifted });
    let worst = 0;
    // The lowest dolls are hit at 18 m/s, 7 cm a substep.
    await scene.step(fall === 0 ? 300 : 150, () => {
      for (const joint of description.joints) worst = Math.max(worst, jointError(joint, scene));
    });
    expect(worst).toBeLessThan(0.02);
    if (fall === 0) expect(description.phases[0]!.sanity(scene)).toMatchObject({ ok: true });
  },
);
