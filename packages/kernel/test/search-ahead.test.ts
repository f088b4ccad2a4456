/** What is done between the creation of many bodies and the next step changes when work is done, and nothing else. */
import { expect, it } from 'vitest';
import { BodyType, CommandKind } from '../src/index.js';
import { seeded } from './support/random.js';
import { Sim, type Vec } from './support/sim.js';

const BODIES = 700;
const SIDE = 9;

/** The same commands for each seed. `pause` is called where the kernel may have nothing else to do. */
function crowd(sim: Sim, random: () => number, changes: boolean, pause: () => void): void {
  const place = (): Vec => [SIDE * random(), 0.5 + SIDE * random(), SIDE * random()];
  sim.body({ type: BodyType.Static, size: [50, 0.5, 50], position: [0, -0.5, 0] });
  const handles: number[] = [];
  for (let i = 0; i < BODIES; i++) {
    handles.push(sim.body({ shape: random() < 0.5 ? 'box' : 'sphere', position: place(), size: [0.4, 0.4, 0.4] }));
    if (i === BODIES - 40 && changes) {
      pause();
      sim.motion(CommandKind.SetPose, handles[3]!, place());
      pause();
      sim.destroy(handles[5]!);
      sim.joint(handles[7]!, handles[8]!);
      sim.setColliders(handles[9]!, [{ shape: 'sphere', size: [0.7, 0, 0] }]);
    }
    if (i % 97 === 0) pause();
  }
}

it.each([
  ['bodies alone', false],
  ['bodies, and others that move, change and go meanwhile', true],
])('the bits are the same whether pairs were searched for ahead or by the step (%s)', (_, changes) => {
  const ends: bigint[] = [];
  let searched = 0,
    dropped = 0;
  for (const isAhead of [false, true]) {
    const { random } = seeded(`search ahead, ${changes}`);
    const sim = new Sim({ sleep: false });
    crowd(sim, random, changes, () => {
      const before = sim.kernel.searchedAhead(sim.world);
      if (isAhead) sim.drain();
      if (sim.kernel.searchedAhead(sim.world) < before) dropped++;
    });
    if (isAhead) sim.drain();
    searched += sim.kernel.searchedAhead(sim.world);
    // Where much was dropped, the rest is left to the step.
    if (isAhead && !changes) expect(sim.kernel.searchedAhead(sim.world)).toBe(sim.kernel.movedProxies(sim.world));
    sim.step(1);
    expect(sim.kernel.searchedAhead(sim.world)).toBe(0);
    expect(sim.stat('contactCount')).toBeGreaterThan(BODIES);
    expect(sim.kernel.validate(sim.world)).toBe(0n);
    sim.step(20);
    ends.push(sim.hash());
  }
  expect(searched).toBeGreaterThan(BODIES / 2);
  expect(ends[1]).toBe(ends[0]);
  expect(dropped > 0).toBe(changes);
});

it('is left to the step where the memory is short', () => {
  const sim = new Sim({ maxPages: 48 });
  for (let i = 0; i < 500; i++) sim.body({ position: [i % 20, 0, Math.floor(i / 20)], size: [0.51, 0.5, 0.51] });
  sim.drain();
  sim.step(5);
  expect(sim.stat('bodyCount')).toBe(500);
  expect(sim.kernel.validate(sim.world)).toBe(0n);
});
