import { describe, expect, it } from 'vitest';
import { BodyType, CommandKind } from '../src/index.js';
import { Sim } from './support/sim.js';

/** Bodies in free fall, far apart. Returns their handles. */
const fall = (sim: Sim, count: number): number[] =>
  Array.from({ length: count }, (_, i) => sim.body({ position: [3 * i, i, 0] }));
/** m, in a first step: g h² (1 + 2 + 3 + 4), semi-implicitly over four substeps h. */
const FALLEN = (10 * 10) / 240 ** 2;

describe('bodies of a frame that follow each other', () => {
  it('are told of as one run, where a frame is larger than all before', () => {
    const sim = new Sim();
    const bodies = fall(sim, 300);
    sim.step();
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([300, 300]);
    for (const [i, body] of bodies.entries()) {
      expect(sim.at(body).position[0]).toBe(3 * i);
      expect(sim.at(body).position[1]).toBeCloseTo(i - FALLEN, 4);
    }
    // Of fewer and fewer in the frames after it, and then of more and more again.
    for (let since = 1; since <= 135; since++) {
      sim.step();
      const run = Math.floor((300 * Math.abs(64 - Math.min(since, 128))) / 64);
      expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([300, run]);
      for (const i of [0, run - 1, run, 299])
        if (bodies[i])
          expect(sim.at(bodies[i]).position).toEqual([3 * i, expect.closeTo(sim.at(bodies[0]!).position[1] + i, 3), 0]);
    }
    fall(sim, 2);
    sim.step();
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([302, 302]);
  });

  it('are none where none is left awake in the frames after the largest', () => {
    const sim = new Sim();
    const bodies = fall(sim, 3);
    sim.step(2);
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([3, 2]);
    for (const body of bodies) sim.motion(CommandKind.SleepBody, body);
    sim.step();
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([0, 0]);
  });

  it('end where a slot is left out', () => {
    const sim = new Sim();
    const bodies = fall(sim, 40);
    sim.destroy(bodies[25]!);
    sim.step();
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([39, 25]);
    for (const i of [0, 24, 26, 39]) expect(sim.at(bodies[i]!).position[1]).toBeCloseTo(i - FALLEN, 4);
  });

  it('are told of one by one where one was teleported', () => {
    const sim = new Sim();
    const bodies = fall(sim, 40);
    sim.motion(CommandKind.SetPose, bodies[7]!, [0, 500, 0]);
    sim.step();
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([40, 0]);
    expect(sim.at(bodies[7]!).position[1]).toBeCloseTo(500 - FALLEN, 3);
  });

  it('are none in a frame without memory for its bodies', () => {
    let postponed = 0;
    for (let steps = 100; steps < 260; steps += 10) {
      const sim = new Sim({ maxPages: 28 });
      const bodies = fall(sim, 150);
      for (const body of bodies.slice(100)) sim.motion(CommandKind.SleepBody, body);
      // Nobody reads, so the ring grows until there is no memory.
      const read = sim.read.bind(sim);
      sim.read = () => {};
      sim.step(steps);
      for (const body of bodies.slice(100)) sim.motion(CommandKind.WakeBody, body);
      // It would be the largest so far.
      sim.step();
      read();
      if (sim.frame.step !== steps + 1 || sim.frame.poseCount > 0) continue;
      expect([sim.frame.awakeBodyCount, sim.frame.runLength]).toEqual([150, 0]);
      postponed++;
    }
    expect(postponed).toBeGreaterThan(0);
  });

  it('are in it where an impact has stopped them', () => {
    const sim = new Sim();
    sim.body({ type: BodyType.Static, size: [100, 0.5, 100], position: [0, -0.5, 0] });
    fall(sim, 20);
    const fast = sim.body({ position: [0, 5, 20], linear: [0, -2000, 0] });
    sim.step();
    expect([sim.frame.poseCount, sim.frame.runLength]).toEqual([21, 21]);
    const [, y] = sim.at(fast).position;
    expect([y > 0, y < 1]).toEqual([true, true]);
  });
});
