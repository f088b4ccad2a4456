/**
 * Random worlds, checked between all steps and after all commands: the kernel's lists, sets, islands and colours agree with each other, and the
 * islands are the connected components that a slow search finds, up to splits that are still due.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyType, CommandKind, EventKind } from '../src/index.js';
import { histories, Pile, piles, type Command } from './support/histories.js';
import { runs } from './support/random.js';
import { Sim, type BodyOptions, type Vec } from './support/sim.js';
import { faultsOf } from './support/validate.js';

const reached = { splits: 0, sleeps: 0, wakes: 0, joints: 0, shared: 0, siblings: 0 };

function play(pile: BodyOptions[], commands: Command[], seed: number): bigint {
  const sim = new Sim({ blockOrderSeed: seed, maxPages: 1024 });
  const check = () => {
    expect(faultsOf(sim)).toBe('');
    reached.siblings += sim.kernel.linkedSiblings(sim.world);
  };
  Pile.build(sim, pile).apply(commands, check);
  sim.step(2);
  check();
  reached.splits += sim.stat('splitCount');
  reached.sleeps += sim.events.filter(({ kind }) => kind === EventKind.Sleep).length;
  reached.wakes += sim.events.filter(({ kind }) => kind === EventKind.Wake).length;
  reached.joints += sim.stat('jointCount');
  if (sim.stat('awakeIslandCount') > 0 && sim.stat('awakeIslandCount') < sim.stat('islandCount')) reached.shared++;
  return sim.hash();
}

describe('random worlds', () => {
  it('stay sound after all commands and steps', { timeout: 120_000 }, () => {
    const count = Number(process.env['ATOLL_RUNS'] ?? 300);
    fc.assert(
      fc.property(piles, histories, (pile, commands) => {
        play(pile, commands, 0);
      }),
      {
        ...runs<[BodyOptions[], Command[]]>('random worlds', count),
        interruptAfterTimeLimit: 100_000,
        markInterruptAsFailure: false,
      },
    );
    console.info('random worlds reached', reached);
    expect(
      Math.min(reached.splits, reached.sleeps, reached.wakes, reached.joints, reached.shared, reached.siblings),
    ).toBeGreaterThan(0);
  });
});

describe('symptoms found before', () => {
  it('a body rests on a kinematic one that was put to sleep', () => {
    const sim = new Sim();
    const floor = sim.body({ type: BodyType.Kinematic, size: [5, 0.5, 5], position: [0, -0.5, 0] });
    const box = sim.body({ position: [0, 0.5, 0] });
    sim.step(10);
    sim.motion(CommandKind.SleepBody, floor);
    for (let i = 0; i < 30; i++) {
      sim.step();
      expect(faultsOf(sim)).toBe('');
    }
    expect(sim.at(box).position[1]).toBeCloseTo(0.5, 2);
  });

  it('a body stays awake on a kinematic one that moves, however slowly, and falls asleep once that stands', () => {
    const sim = new Sim();
    const slow: Vec = [0.01, 0, 0];
    const floor = sim.body({ type: BodyType.Kinematic, size: [5, 0.5, 5], position: [0, -0.5, 0], linear: slow });
    const box = sim.body({ position: [0, 0.5, 0] });
    sim.step(200);
    expect(sim.stat('awakeIslandCount')).toBe(1);
    expect(sim.at(box).position[0]).toBeCloseTo(200 / 6000, 2);
    sim.motion(CommandKind.SetVelocity, floor, [0, 0, 0], [0, 0, 0]);
    sim.step(100);
    expect(sim.stat('awakeIslandCount')).toBe(0);
  });

  it('a kinematic body that wakes alone is not solved against a sleeper', () => {
    const sim = new Sim();
    const floor = sim.body({ type: BodyType.Kinematic, size: [5, 0.5, 5], position: [0, -0.5, 0] });
    const box = sim.body({ position: [0, 0.5, 0] });
    sim.step(10);
    sim.motion(CommandKind.SleepBody, box);
    sim.motion(CommandKind.SleepBody, floor);
    sim.step(2);
    sim.motion(CommandKind.WakeBody, floor);
    sim.step();
    expect(faultsOf(sim)).toBe('');
  });

  /** Two bodies come apart at rest; from the 29th step on their island waits for its split, which takes place in the next one. */
  function apart(disturb: (sim: Sim, bodies: number[]) => void, at: number, bystander: boolean): void {
    const sim = new Sim({ gravity: [0, 0, 0] });
    const bodies = [sim.body(), sim.body({ position: [3, 0, 0] }), sim.body({ position: [6, 0, 0] })];
    if (bystander) sim.body({ position: [19, 0, 0], linear: [1, 0, 0] });
    const joint = sim.joint(bodies[0]!, bodies[1]!, [1.5, 0, 0], [-1.5, 0, 0]);
    sim.joint(bodies[1]!, bodies[2]!, [1.5, 0, 0], [-1.5, 0, 0]);
    sim.step(2);
    sim.jointRecord(CommandKind.DestroyJoint, joint, 0);
    for (let i = 0; i < 40; i++) {
      if (i === at) disturb(sim, bodies);
      sim.step();
      expect(faultsOf(sim)).toBe('');
    }
  }
  const moments = [28, 29, 30, 31].flatMap(
    (at) =>
      [
        [at, false],
        [at, true],
      ] as const,
  );
  it.each(moments)(
    'an island that is put to sleep before its split stays whole (step %i, bystander %s)',
    (at, bystander) => {
      apart((sim, bodies) => sim.motion(CommandKind.SleepBody, bodies[0]!), at, bystander);
    },
  );
  it.each(moments)(
    'a body that turns non-finite while its island is split leaves it (step %i, bystander %s)',
    (at, bystander) => {
      apart((sim, bodies) => sim.motion(CommandKind.ApplyImpulse, bodies[2]!, [NaN, 0, 0]), at, bystander);
    },
  );

  it('bodies created at one place all find each other', () => {
    const sim = new Sim({ gravity: [0, 0, 0] });
    for (let i = 0; i < 600; i++) sim.body({ shape: 'sphere', size: [0.5, 0, 0] });
    sim.step();
    expect(sim.stat('contactCount')).toBe((600 * 599) / 2);
  });
});
