/** What a step solves, and in which order, stands until something changes that this depends on: then it is what a plan of that very step would be. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyType, CommandKind } from '../src/index.js';
import { Forgetful } from './support/forgetful.js';
import { histories, Pile, piles, type Command } from './support/histories.js';
import { runs } from './support/random.js';
import { Sim, type BodyOptions } from './support/sim.js';

/** After each step: what it solved, by groups and bodies. And how many steps used a plan of one before. */
function trace(sim: Sim, pile: BodyOptions[], commands: Command[]): { solved: string[]; kept: number } {
  const solved: string[] = [];
  let kept = 0;
  Pile.build(sim, pile).apply(commands, () => {
    solved.push(`${sim.dump('Groups').join(' ')} ${sim.hash()}`);
    if (sim.frame.step > 0 && sim.kernel.madePlan(sim.world) === 0) kept++;
  });
  return { solved, kept };
}

describe('a plan that stands', () => {
  it('is that of the step, after all commands and steps', { timeout: 60_000 }, () => {
    let kept = 0;
    fc.assert(
      fc.property(piles, histories, (pile, commands) => {
        const own = trace(new Sim({ maxPages: 1024 }), pile, commands);
        expect(own.solved).toEqual(trace(new Forgetful({ maxPages: 1024 }), pile, commands).solved);
        kept += own.kept;
      }),
      runs<[BodyOptions[], Command[]]>('plans that stand', Number(process.env['ATOLL_RUNS'] ?? 300)),
    );
    console.info('plans that stood', kept);
    expect(kept).toBeGreaterThan(1000);
  });

  const isMade = (sim: Sim): number => {
    sim.step();
    return sim.kernel.madePlan(sim.world);
  };
  const floor = { type: BodyType.Static, size: [6, 0.5, 6], position: [0, -0.5, 0] } as const;

  it('is made once in sixteen steps while a column rests, and at once when it is touched', () => {
    const sim = new Sim({ sleep: false });
    sim.body(floor);
    const column = [0.5, 1.5, 2.5].map((y) => sim.body({ position: [0, y, 0] }));
    sim.step(60);
    let plans = 0;
    for (let i = 0; i < 64; i++) plans += isMade(sim);
    expect(plans).toBe(4);
    sim.motion(CommandKind.SetPose, column[2]!, [0, 2.7, 0]);
    expect(isMade(sim)).toBe(1);
  });

  /** Pyramids, in which every tenth contact carries nothing. */
  const pyramids = (): Sim => {
    const sim = new Sim({ sleep: false });
    sim.body({ ...floor, size: [100, 0.5, 100] });
    for (let pyramid = 0; pyramid < 6; pyramid++)
      for (let row = 0; row < 10; row++)
        for (let i = 0; i < 10 - row; i++) sim.body({ position: [i + row / 2, 0.5 + row, 3 * pyramid] });
    return sim;
  };

  it('is made of contacts that are sorted by whether they were idle', () => {
    const sim = pyramids();
    sim.step(97);
    const groups = sim.dump('Groups');
    const mixed = groups.filter(([, , , , , , , idle]) => idle! > 0 && idle! < 4);
    const idle = groups.reduce((sum, [, , , , , , , each]) => sum + each!, 0);
    expect(idle).toBeGreaterThan(100);
    expect(mixed.length / groups.length).toBeLessThan(0.1);
  });

  it('sorts them in a world that takes the state over as in the one that had it', () => {
    const sim = pyramids();
    sim.step(40);
    // Told, and not yet in a step: the next plan sorts contacts for it.
    sim.body({ position: [0, 50, 0] });
    const other = new Sim({ sleep: false });
    other.load(sim.save(), sim.frame.step);
    for (const each of [sim, other]) each.step();
    expect(other.dump('Groups')).toEqual(sim.dump('Groups'));
  });

  it('is lost in steps in which everything sleeps', () => {
    const sim = new Sim();
    sim.body(floor);
    sim.body({ position: [0, 0.5, 0] });
    const post = sim.body({ type: BodyType.Static, position: [5, 0.5, 0] });
    for (const x of [4, 5]) {
      sim.step(120);
      expect(sim.frame.awakeBodyCount).toBe(0);
      sim.motion(CommandKind.SetPose, post, [x, 0.5, 0]);
      expect(isMade(sim)).toBe(1);
    }
  });

  it('is lost where lists that it points into have moved', () => {
    const sim = new Sim({ sleep: false });
    sim.body({ ...floor, size: [100, 0.5, 100] });
    for (let i = 0; i < 800; i++) sim.body({ position: [2 * (i % 40) - 40, 0.5, 2 * Math.floor(i / 40) - 20] });
    sim.step(81);
    expect(isMade(sim)).toBe(0);
    // Pairs that do not touch, more than the lists of contacts have room for.
    for (let i = 0; i < 300; i++)
      sim.body({ type: BodyType.Static, position: [2 * (i % 40) - 40, 1.53, 2 * Math.floor(i / 40) - 20] });
    expect(isMade(sim)).toBe(1);
    expect(sim.stat('contactCount')).toBe(1100);
    expect(sim.stat('touchingCount')).toBe(800);
  });
});
