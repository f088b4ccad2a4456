import { expect, it } from 'vitest';
import { firstHandle } from '../src/body/handles.js';
import { RehearsalTransport } from '../src/transport/rehearsal.js';
import { Core } from '../src/world/core.js';
import { resolveWorld } from '../src/world/options.js';
import { play } from '../src/world/rehearse.js';
import { World } from '../src/world/world.js';
import { ball } from './transports.js';

it('comes to its end without a failure', () => {
  const world = play();
  expect([world.stepCount, world.lastStepAsked, world.bodyCount]).toEqual([2, 2, 8]);
  expect([world.failure, world.isDisposed]).toEqual([undefined, true]);
});

it('answers each step with a frame of all bodies, in one piece at first, and with a reply', async () => {
  const handles = [0, 1, 2].map((index) => firstHandle(index));
  const world = new World(new Core(new RehearsalTransport(handles)), resolveWorld({}).settings);
  const bodies = handles.map(() => world.createBody(ball(0)));
  expect(bodies.map((body) => body.handle)).toEqual(handles);
  const { poses } = world;
  const answers: Promise<void>[] = [];
  // In one turn of the event loop: in the next one, commands ring, too.
  for (let step = 1; step <= 3; step++) {
    answers.push(world.step());
    world.read();
    expect(poses.step).toBe(step);
    expect([...poses.moved.subarray(0, poses.movedCount)].sort()).toEqual([0, 1, 2]);
  }
  await Promise.all(answers);
  // The first frame alone tells of more begins than are taken in one by one, and all are of the first two bodies.
  expect(bodies.map((body) => world.contactsOf(body).size)).toEqual([70, 70, 0]);
});
