/** What is done between the creation of many bodies and the next step changes when work is done, and nothing else. */
import { expect, it } from 'vitest';
import { BodyFlag, BodyType, CommandKind } from '../src/index.js';
import { seeded } from './support/random.js';
import { Sim, type Vec } from './support/sim.js';

const BODIES = 700;
const SIDE = 9;

interface Scene {
  readonly name: string;
  /** What happens to others meanwhile. */
  readonly meanwhile?: (
    sim: Sim,
    handles: readonly number[],
    place: () => Vec,
    pause: () => void,
    hill: number,
  ) => void;
  /** Handles that were in use before: the later a body is created, the lower are its numbers. */
  readonly isReused?: boolean;
  /** Half of them exist a step before the others. */
  readonly isHalfBefore?: boolean;
  /** Whether contacts that were created are taken back. */
  readonly takesBack: boolean;
  /** Whether pairs that were found are dropped; undefined where that is a matter of the seed. */
  readonly drops: boolean | undefined;
}

const scenes: readonly Scene[] = [
  { name: 'bodies alone', takesBack: false, drops: false },
  {
    name: 'bodies, and others that move, change and go meanwhile',
    takesBack: true,
    drops: true,
    meanwhile(sim, handles, place, pause) {
      sim.motion(CommandKind.SetPose, handles[3]!, place());
      pause();
      sim.destroy(handles[5]!);
      sim.joint(handles[7]!, handles[8]!);
      sim.setColliders(handles[9]!, [{ shape: 'sphere', size: [0.7, 0, 0] }]);
    },
  },
  {
    name: 'bodies, and another velocity',
    takesBack: true,
    drops: false,
    meanwhile: (sim, handles) => sim.motion(CommandKind.SetVelocity, handles[3]!, [0, 40, 0]),
  },
  {
    name: 'bodies, and a question for the hash',
    takesBack: true,
    drops: false,
    meanwhile: (sim) => sim.write(CommandKind.Hash, 16, (_, u) => u(8, 1)),
  },
  { name: 'bodies with numbers that fall', takesBack: true, drops: false, isReused: true },
  { name: 'bodies after a step that found pairs', takesBack: false, drops: false, isHalfBefore: true },
  {
    name: 'bodies after a step, and one that is disabled goes meanwhile, from which a joint kept another',
    takesBack: true,
    drops: undefined,
    isHalfBefore: true,
    meanwhile(sim, _, place, pause, hill) {
      const other = sim.body({ position: place(), flags: BodyFlag.CanSleep });
      sim.joint(hill, other);
      pause();
      sim.destroy(other);
    },
  },
];

/** What lies below them. Contacts with a mesh are linked by the step, and what comes behind the first. */
const hills = ['mesh', 'box'] as const;

/** The same commands for each seed. `pause` is called where the kernel may have nothing else to do. Returns how many contacts its steps found. */
function crowd(
  sim: Sim,
  random: () => number,
  { meanwhile, isReused, isHalfBefore }: Scene,
  shape: (typeof hills)[number],
  pause: () => void,
): number {
  let known = 0;
  const place = (): Vec => [SIDE * random(), 0.5 + SIDE * random(), SIDE * random()];
  sim.body({ type: BodyType.Static, size: [50, 0.5, 50], position: [0, -0.5, 0] });
  const hill = sim.body({ type: BodyType.Static, shape, size: [2, 1, 2], position: [SIDE / 2, 1, SIDE / 2] });
  const handles: number[] = [];
  if (isReused) {
    const first = Array.from({ length: BODIES }, (_, i) => sim.body({ position: [0, 100 + 3 * i, 0] }));
    sim.step(1);
    for (const handle of first) sim.destroy(handle);
    sim.step(1);
  }
  for (let i = 0; i < BODIES; i++) {
    handles.push(sim.body({ shape: random() < 0.5 ? 'box' : 'sphere', position: place(), size: [0.4, 0.4, 0.4] }));
    if (i === BODIES - 40 && meanwhile) {
      pause();
      meanwhile(sim, handles, place, pause, hill);
    }
    if (i === BODIES / 2 && isHalfBefore) {
      sim.step(1);
      known = sim.kernel.awakeContactCount(sim.world);
    }
    if (i % 97 === 0) pause();
  }
  return known;
}

const cases = scenes.flatMap((scene) => hills.map((hill) => ({ ...scene, hill })));

it.each(cases)('the bits are the same whether work was done ahead or by the step: $name, on a $hill', (scene) => {
  const ends: bigint[][] = [];
  const tested: number[] = [];
  let searched = 0,
    dropped = 0,
    created = 0,
    takenBack = 0,
    linked = 0,
    pauses = 0;
  for (const isAhead of [false, true]) {
    const { random } = seeded(`search ahead, ${scene.name}`);
    const sim = new Sim({ sleep: false });
    const { kernel, world } = sim;
    const known = crowd(sim, random, scene, scene.hill, () => {
      const before = [kernel.searchedAhead(world), kernel.createdAhead(world)] as const;
      if (isAhead) sim.drain();
      if (kernel.searchedAhead(world) < before[0]) dropped++;
      if (kernel.createdAhead(world) < before[1]) takenBack++;
      created = Math.max(created, kernel.createdAhead(world));
      linked = Math.max(linked, kernel.linkedAhead(world));
      // Once in a while: what is taken back is linked again, and what is not stays while more bodies come.
      if (pauses++ % 2 === 0) kernel.unlinkAhead(world);
      if (kernel.linkedAhead(world) === 0) expect(kernel.validate(world)).toBe(0n);
    });
    if (isAhead) sim.drain();
    searched += kernel.searchedAhead(world);
    // Where much was dropped, the rest is left to the step.
    if (isAhead && !scene.takesBack) {
      expect(kernel.searchedAhead(world)).toBe(kernel.movedProxies(world));
      expect(kernel.collidedAhead(world)).toBe(kernel.awakeContactCount(world) - known);
      const contacts = kernel.awakeContactCount(world);
      if (scene.isHalfBefore) expect(kernel.linkedAhead(world)).toBe(0);
      else if (scene.hill === 'box') expect(kernel.linkedAhead(world)).toBe(contacts);
      else expect(kernel.linkedAhead(world)).toBeLessThan(contacts);
    }
    sim.step(1);
    expect(kernel.searchedAhead(world)).toBe(0);
    expect(kernel.createdAhead(world)).toBe(0);
    expect(kernel.linkedAhead(world)).toBe(0);
    expect(sim.stat('contactCount')).toBeGreaterThan(BODIES);
    expect(kernel.validate(world)).toBe(0n);
    tested.push(sim.stat('pairsTested'));
    sim.step(20);
    expect(kernel.validate(world)).toBe(0n);
    ends.push([...sim.replies, sim.hash()]);
  }
  expect(searched).toBeGreaterThan(BODIES / 2);
  expect(created).toBeGreaterThan(BODIES / 4);
  expect(ends[1]).toEqual(ends[0]);
  expect(tested[1]).toBe(tested[0]);
  if (scene.drops !== undefined) expect(dropped > 0).toBe(scene.drops);
  expect(takenBack > 0).toBe(scene.takesBack);
  expect(linked).toBeGreaterThan(0);
});

it('is taken back by the step where it finds pairs that come before those with a contact', () => {
  const ends = [false, true].map((isAhead) => {
    const { random } = seeded('found by the step');
    const sim = new Sim({ sleep: false });
    const { kernel, world } = sim;
    const first = Array.from({ length: BODIES }, (_, i) => sim.body({ position: [0, 100 + 3 * i, 0] }));
    sim.step(1);
    for (const handle of first) sim.destroy(handle);
    sim.step(1);
    let ahead = 0;
    for (let i = 0; i < BODIES; i++) {
      if (isAhead && i === BODIES - 50) {
        sim.drain();
        ahead = kernel.createdAhead(world);
      }
      sim.body({ position: [SIDE * random(), SIDE * random(), SIDE * random()] });
    }
    sim.step(1);
    expect(kernel.validate(world)).toBe(0n);
    const pairs = kernel.stepPairs(world),
      contacts = sim.stat('contactCount');
    sim.step(5);
    return { ahead, pairs, contacts, hash: sim.hash() };
  });
  // More than one page of them.
  expect(ends[1]!.ahead).toBeGreaterThan(1000);
  // The step has them all anew.
  expect(ends[1]!.pairs).toBeGreaterThan(ends[1]!.ahead);
  expect(ends[1]!.contacts).toBe(ends[0]!.contacts);
  expect(ends[1]!.hash).toBe(ends[0]!.hash);
});

it('leaves it to the step to link what restarts the timer of a body that has come to rest', () => {
  const ends = [false, true].map((isAhead) => {
    const sim = new Sim({ gravity: [0, 0, 0] });
    const { kernel, world } = sim;
    for (let i = 0; i < 10; i++) sim.body({ type: BodyType.Kinematic, position: [30 * i, 0, 0] });
    sim.step(20);
    // The last of them come where the first are.
    for (let i = 299; i >= 0; i--) sim.body({ position: [0.98 * i, 0.99, 0] });
    if (isAhead) sim.drain();
    const linked = kernel.linkedAhead(world);
    sim.step(1);
    expect(kernel.validate(world)).toBe(0n);
    sim.step(19);
    return { linked, hash: sim.hash(), awake: sim.stat('awakeBodyCount') };
  });
  expect(ends[1]!.linked).toBeGreaterThan(10);
  expect(ends[1]!.hash).toBe(ends[0]!.hash);
  expect(ends.map(({ awake }) => awake)).toEqual([310, 310]);
});

it('is left to the step where the memory is short', () => {
  const sim = new Sim({ maxPages: 48 });
  for (let i = 0; i < 500; i++) sim.body({ position: [i % 20, 0, Math.floor(i / 20)], size: [0.51, 0.5, 0.51] });
  sim.drain();
  sim.step(5);
  expect(sim.stat('bodyCount')).toBe(500);
  expect(sim.kernel.validate(sim.world)).toBe(0n);
});

it('is left to the step where bodies stand so close that a piece of the search finds more pairs than there is room for', () => {
  const ends = [false, true].map((isAhead) => {
    const sim = new Sim({ sleep: false });
    // Each meets each other: 44,850 pairs.
    for (let i = 0; i < 300; i++) sim.body({ shape: 'sphere', position: [0.001 * i, 5, 0], size: [0.5, 0, 0] });
    if (isAhead) sim.drain();
    const searched = sim.kernel.searchedAhead(sim.world);
    sim.step(1);
    expect(sim.kernel.validate(sim.world)).toBe(0n);
    expect(sim.stat('contactCount')).toBe((300 * 299) / 2);
    expect(searched).toBe(0);
    return sim.hash();
  });
  expect(ends[1]).toBe(ends[0]);
});

it('makes room in the outbox for the frame of that step', () => {
  for (const isAhead of [false, true]) {
    const sim = new Sim();
    sim.listen(true);
    for (let i = 0; i < BODIES; i++) sim.body({ position: [0.8 * (i % 20), 0, 0.8 * Math.floor(i / 20)] });
    if (isAhead) sim.drain();
    expect(sim.outboxSegments).toBe(isAhead ? 2 : 1);
    sim.step(1);
    expect(sim.outboxSegments).toBe(2);
    expect(sim.frame.poseCount).toBe(BODIES);
  }
});

it('is done before an answer, where one asks for it, and then what stands behind that', () => {
  const [asked, plain] = [true, false].map((isAsked) => {
    const { random } = seeded('prepared');
    const sim = new Sim({ sleep: false });
    const { kernel, world } = sim;
    for (let i = 0; i < BODIES; i++) sim.body({ position: [SIDE * random(), SIDE * random(), SIDE * random()] });
    let ahead = 0;
    if (isAsked) {
      sim.write(CommandKind.Prepare, 16, (_, u) => u(8, 5));
      sim.body({ position: [0, 100, 0] });
      while (sim.replies.length === 0) {
        sim.status = kernel.pump(world);
        sim.read();
        ahead = kernel.collidedAhead(world);
      }
      expect(kernel.searchedAhead(world)).toBe(BODIES);
      expect(ahead).toBe(kernel.awakeContactCount(world));
      expect(sim.dump('Bodies')).toHaveLength(BODIES);
      // What was done stays done.
      sim.write(CommandKind.Prepare, 16, (_, u) => u(8, 6));
      sim.drain();
      expect(kernel.createdAhead(world)).toBeGreaterThanOrEqual(ahead);
    } else sim.body({ position: [0, 100, 0] });
    sim.step(3);
    expect(kernel.validate(world)).toBe(0n);
    return { ahead, replies: sim.replies.length, hash: sim.hash() };
  });
  expect(asked!.hash).toBe(plain!.hash);
  expect(asked!.ahead).toBeGreaterThan(BODIES);
  expect([asked!.replies, plain!.replies]).toEqual([2, 0]);
});

it('a world that has nothing to prepare says so at once', () => {
  const sim = new Sim();
  sim.write(CommandKind.Prepare, 16, (_, u) => u(8, 5));
  sim.drain();
  sim.body();
  sim.write(CommandKind.Prepare, 16, (_, u) => u(8, 6));
  sim.write(CommandKind.Prepare, 16, (_, u) => u(8, 7));
  sim.step(1);
  expect(sim.replies).toHaveLength(3);
  expect(sim.frame.poseCount).toBe(1);
});
