import { expect, it } from 'vitest';
import { BodyType, EventKind } from '../src/index.js';
import { Sim } from './support/sim.js';

const floor = (sim: Sim): number => sim.body({ type: BodyType.Static, size: [100, 0.5, 100], position: [0, -0.5, 0] });
const begins = (sim: Sim): number => sim.events.splice(0).filter(({ kind }) => kind === EventKind.ContactBegin).length;

it('writes the points of what begins only where somebody is told', () => {
  const sim = new Sim();
  floor(sim);
  const told: number[][] = [];
  for (const [i, on] of [false, true, true, false].entries()) {
    sim.listen(on);
    sim.body({ position: [3 * i, 0.499, 0] });
    sim.step();
    told.push([begins(sim), sim.frame.pointCount]);
    sim.step();
    told.push([begins(sim), sim.frame.pointCount]);
  }
  expect(told).toEqual([
    [1, 0],
    [0, 0],
    [1, 4],
    [0, 0],
    [1, 4],
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
});

it('writes no points of what a sensor meets', () => {
  const sim = new Sim();
  sim.listen(true);
  sim.body({ type: BodyType.Static, size: [1, 1, 1], sensor: true });
  sim.body({ position: [0, 0.5, 0] });
  sim.step();
  expect(sim.events.map(({ kind }) => kind)).toEqual([EventKind.SensorEnter]);
  expect(sim.frame.pointCount).toBe(0);
});

it('changes neither what is simulated nor what was done ahead of the step', () => {
  const [silent, heard] = [false, true].map((on) => {
    const sim = new Sim();
    floor(sim);
    for (let i = 0; i < 400; i++) sim.body({ position: [2 * (i % 20) - 20, 0.499, 2 * Math.floor(i / 20) - 20] });
    sim.drain();
    const ahead = sim.kernel.collidedAhead(sim.world);
    if (on) sim.listen(true);
    sim.drain();
    const kept = sim.kernel.collidedAhead(sim.world) === ahead;
    sim.step(3);
    return { ahead, kept, begins: begins(sim), hash: sim.hash() };
  });
  expect(heard).toEqual(silent);
  expect(heard!.ahead).toBe(400);
  expect(heard!.kept).toBe(true);
  expect(heard!.begins).toBe(400);
});
