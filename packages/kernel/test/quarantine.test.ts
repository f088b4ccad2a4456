/** A body whose motion is not finite is told of and taken out of the simulation, where it was last. */
import { expect, it } from 'vitest';
import { BodyType, EventKind, ProblemCode } from '../src/index.js';
import { Sim } from './support/sim.js';

it('a body that bounces off with more than any speed stays where it was, whatever its motion would have met', () => {
  const sim = new Sim();
  sim.body({ type: BodyType.Static, size: [50, 0.5, 50], position: [0, -0.5, 0] });
  // Where it would come from if what it moves by were behind it.
  sim.body({ type: BodyType.Static, size: [0.5, 5, 5], position: [-2, 5, 0] });
  const ball = sim.body({
    shape: 'sphere',
    size: [0.3, 0, 0],
    position: [0, 0.3, 0],
    linear: [300, -50, 0],
    restitution: 1e38,
  });
  sim.step();
  expect(sim.at(ball).position).toEqual([0, Math.fround(0.3), 0]);
  expect(sim.at(ball).rotation).toEqual([0, 0, 0, 1]);
  expect(sim.events).toContainEqual({ kind: EventKind.Problem, a: ball, b: ProblemCode.NonFinite, step: 1 });
  expect(sim.kernel.validate(sim.world)).toBe(0n);
});
