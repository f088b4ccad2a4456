/**
 * Whatever moves, comes and goes: the world knows the pairs whose bounds meet, and of others only some that have not parted far since, by a search of
 * every collider against every other.
 */
import { expect, it } from 'vitest';
import { BodyType, CommandKind } from '../src/index.js';
import { seeded } from './support/random.js';
import { Sim, type Vec } from './support/sim.js';

const STEPS = 40;

it.each([
  { name: 'all fly about', bodies: 400, speed: 20 },
  { name: 'few move', bodies: 1500, speed: 0 },
])('pairs are known whose bounds meet, and those that have not parted: $name', ({ name, bodies, speed }) => {
  const byStep = run(name, bodies, speed, false);
  expect(byStep.largest).toBeGreaterThan(60);
  expect(byStep.counts.size).toBeGreaterThan(20);
  // What the conductor does while nobody waits for it changes nothing, however far it comes between two commands.
  const ahead = run(name, bodies, speed, true);
  expect(ahead.hash).toBe(byStep.hash);
  if (speed > 0) {
    expect(ahead.searched - byStep.searched).toBeGreaterThan((STEPS * bodies) / 4);
    expect(ahead.dropped).toBeGreaterThan(0);
  }
});

/** Bodies that are moved, created and destroyed between steps. `isAhead`: pieces of the steps' work are done between the commands, some or all of it. */
function run(name: string, bodies: number, speed: number, isAhead: boolean) {
  const { random } = seeded(`pairs, ${name}`);
  const { random: chance } = seeded(`pieces, ${name}`);
  const sim = new Sim({ sleep: false, gravity: [0, 0, 0] });
  const { kernel, world } = sim;
  const vec = (size: number): Vec => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
  const cell = (i: number): Vec => [
    1.3 * (i % 12) - 8,
    1.5 * (Math.floor(i / 12) % 12) - 8,
    1.3 * Math.floor(i / 144) - 8,
  ];
  const fly = (type: number, most: number, position = vec(30)): number =>
    sim.body({
      type,
      position,
      size: [0.5, 0.3 + 0.4 * random(), 0.5],
      linear: vec(most),
      angular: vec(most),
    });
  const handles = Array.from({ length: bodies }, (_, i) => fly(BodyType.Dynamic, speed, speed > 0 ? vec(30) : cell(i)));
  for (let i = 0; i < 4; i++) fly(BodyType.Kinematic, 5);
  for (let i = 0; i < 60; i++) fly(BodyType.Static, 0, vec(60));
  const counts = new Set<number>();
  let largest = 0,
    searched = 0,
    dropped = 0;
  const pause = (): void => {
    const before = kernel.searchedAhead(world);
    sim.drain();
    if (kernel.searchedAhead(world) < before) dropped++;
    if (!isAhead) return;
    for (let pieces = Math.floor(12 * chance()); pieces > 0 && kernel.workAhead(world) !== 0; pieces--);
  };
  for (let step = 0; step < STEPS; step++) {
    pause();
    searched += kernel.searchedAhead(world);
    sim.step(1);
    expect(kernel.pairFaults(world), `step ${step}`).toBe(0);
    expect(kernel.validate(world), `step ${step}`).toBe(0n);
    pause();
    counts.add(kernel.pairCount(world));
    largest = Math.max(largest, kernel.pairCount(world));
    const at = Math.floor(random() * handles.length);
    if (step % 4 === 3) {
      for (let i = 0; i < 5; i++) sim.destroy(handles.splice(at % handles.length, 1)[0]!);
      continue;
    }
    // Close together, so that they meet others that moved.
    for (let i = 0; i < 3; i++) sim.motion(CommandKind.SetPose, handles[(at + i) % handles.length]!, vec(3));
    if (step % 4 === 1) sim.destroy(handles.splice(at, 1)[0]!);
    pause();
    if (step % 4 === 2) for (let i = 0; i < 3; i++) handles.push(fly(BodyType.Dynamic, speed, vec(3)));
    if (step % 5 === 4) sim.setColliders(handles[at]!, [{ size: [2, 2, 2] }, { shape: 'sphere', size: [1, 0, 0] }]);
  }
  return { counts, largest, searched, dropped, hash: sim.hash() };
}
