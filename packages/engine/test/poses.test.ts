import { Frame, OutboxKind, Pose, PoseFlag } from '@atoll/kernel';
import { beforeEach, describe, expect, it } from 'vitest';

import { MemoryViews } from '../src/memory/memory-views.js';
import { POSE_FLAGS, POSE_SLEEPING, POSE_TELEPORTED, PoseTable } from '../src/outbox/poses.js';
import { generator } from './support/clutter.js';

/** Frames lie in turns in as many pages: two tables read them, and of each the newest stays until the next one is read. */
const PAGES = 4;
const views = new MemoryViews(new WebAssembly.Memory({ initial: PAGES, maximum: PAGES }));
let table: PoseTable;
let step: number;
let written = 0;

type InFrame = [index: number, x: number, teleported?: boolean];

/** One frame with these bodies: index, x, and whether it was teleported. y, z and rotation stay. Velocity is x too. */
function frame(...bodies: InFrame[]): void {
  frameWithRun(0, ...bodies);
}

/** As `frame`, where the first `run` bodies follow each other. */
function frameWithRun(run: number, ...bodies: InFrame[]): void {
  const { u32, f32 } = views;
  const page = (written++ % PAGES) * 65536,
    at = page + 1024;
  u32.fill(0, page >>> 2, (page + 65536) >>> 2);
  u32[(at + Frame.kind) >>> 2] = OutboxKind.Frame;
  u32[(at + Frame.step) >>> 2] = ++step;
  // As if each step came with one command.
  u32[(at + Frame.commandCount) >>> 2] = step;
  u32[(at + Frame.poseCount) >>> 2] = bodies.length;
  u32[(at + Frame.runLength) >>> 2] = run;
  u32[(at + Frame.firstBody) >>> 2] = bodies[0]?.[0] ?? 0;
  bodies.forEach(([index, x, teleported], i) => {
    const word = (at + Frame.stride + i * Pose.stride) >>> 2;
    f32.set([x, 0, 0], word);
    u32[word + 3] = i < run ? 0 : (index | (teleported ? PoseFlag.Teleport : 0)) >>> 0;
    f32.set([0, 0, 0, 1], word + 4);
    f32[(at + Frame.stride + (bodies.length + i) * Pose.stride) >>> 2] = x;
  });
  table.readFrame(views, at);
}

const create = (index: number, x = 0, asked = step): void =>
  table.create(index, [x, 0, 0], [0, 0, 0, 1], undefined, undefined, asked + 1);
const xs = (index: number): [previous: number, current: number] => [
  table.previous[index * 8]!,
  table.current[index * 8]!,
];
const moved = (alpha = 1): number[] => movedOf(table, alpha);
function movedOf(of: PoseTable, alpha = 1): number[] {
  of.publish(alpha);
  return [...of.moved.subarray(0, of.movedCount)].toSorted((a, b) => a - b);
}

beforeEach(() => {
  table = new PoseTable();
  step = 0;
});

describe('PoseTable', () => {
  it('gives no slot the velocity of whose it was before', () => {
    const start = (index: number): void => table.create(index, [0, 0, 0], [0, 0, 0, 1], [5, 6, 7], [1, 2, 3], step + 1);
    const velocityOf = (index: number): number[] => [...table.velocities.subarray(index * 8, index * 8 + 8)];
    start(0);
    start(1);
    expect(velocityOf(1)).toEqual([5, 6, 7, 0, 1, 2, 3, 0]);
    table.destroy(0, step + 1);
    create(0);
    expect(velocityOf(0)).toEqual(Array(8).fill(0));
    table.restart(step, [0]);
    create(1);
    expect(velocityOf(1)).toEqual(Array(8).fill(0));
    frame([0, 3]);
    table.restart(step, [0]);
    expect(velocityOf(0)).toEqual(Array(8).fill(0));
  });

  it('keeps the two newest poses of a body that moves', () => {
    create(0, 1);
    expect(xs(0)).toEqual([1, 1]);
    frame([0, 2]);
    expect(xs(0)).toEqual([1, 2]);
    frame([0, 3]);
    expect(xs(0)).toEqual([2, 3]);
    expect(table.step).toBe(2);
  });

  it('lets a body rest that is no longer in the frames, without velocity', () => {
    create(0);
    create(1);
    frame([0, 2], [1, 2]);
    expect(table.velocities[8]).toBe(2);
    frame([0, 3]);
    expect(xs(1)).toEqual([2, 2]);
    expect(table.velocities[8]).toBe(0);
    expect(table.velocities[0]).toBe(3);
  });

  it('tells velocities as a plain model does, asked now and then', () => {
    const random = generator(11);
    const below = (n: number) => Math.floor(random() * n);
    const COUNT = 30;
    const model = Array.from({ length: COUNT }, () => ({ velocity: 0, since: 1, listed: false, starts: false }));
    let slept = 0,
      late = 0,
      sleepers: number[] = [];
    const check = (k: number): void => {
      const velocities = table.velocities.filter((_, at) => at % 8 === 0).subarray(0, COUNT);
      expect([...velocities], `${k}`).toEqual(model.map(({ velocity }) => velocity));
    };
    for (let i = 0; i < COUNT; i++) create(i);
    for (let k = 1; k <= 600; k++) {
      const index = sleepers[below(4)] ?? below(COUNT),
        body = model[index]!;
      const act = below(8),
        known = step + 1 + below(3);
      if (act === 0) {
        table.create(index, [k, 0, 0], [0, 0, 0, 1], [k + 0.5, 0, 0], undefined, known);
        Object.assign(body, { velocity: k + 0.5, since: known, starts: true });
      } else if (act === 1) {
        table.destroy(index, known);
        Object.assign(body, { velocity: 0, since: Infinity });
      } else if (act === 2) {
        table.place(index, known, 1, [k, 0, 0], 0);
        if (known >= body.since) body.since = known;
      }
      if (below(5) === 0) check(k);
      const inFrame = Array.from({ length: COUNT }, (_, i): InFrame => [i, k + i]).filter(() => below(4) > 0);
      const first = inFrame[0]![0],
        run = inFrame.findIndex(([i], at) => i !== first + at);
      frameWithRun(below(2) === 0 ? Math.max(0, run) : 0, ...inFrame);
      model.forEach((of, i) => {
        const counts = of.since <= step;
        const seen = inFrame.some(([other]) => other === i);
        if (seen && counts) of.velocity = k + i;
        else if (!seen && (of.listed || (of.starts && counts))) of.velocity = 0;
        of.listed = seen && counts;
        if (counts || of.since === Infinity) of.starts = false;
      });
      sleepers = inFrame.filter(() => below(20) === 0).map(([i]) => i);
      const wakes = sleepers.filter(() => below(3) === 0);
      for (const i of sleepers) table.setSleeping(i, true);
      // By another event of the same step.
      for (const i of wakes) table.setSleeping(i, false);
      table.stopSleepers();
      for (const i of sleepers) {
        if (!wakes.includes(i)) model[i]!.velocity = 0;
        // By one of a later step.
        if (below(2) === 0) table.setSleeping(i, false);
      }
      slept += sleepers.length;
      if (known > step) late++;
      if (below(5) === 0) check(k);
    }
    expect(Math.min(slept, late)).toBeGreaterThan(100);
  });

  it('does not blend a teleport', () => {
    create(0);
    frame([0, 50, true]);
    expect(xs(0)).toEqual([50, 50]);
    expect(table.current[POSE_FLAGS]).toBe(POSE_TELEPORTED);
    frame([0, 51]);
    expect(xs(0)).toEqual([50, 51]);
    expect(table.current[POSE_FLAGS]).toBe(0);
  });

  it('flags sleep beside the pose', () => {
    create(0);
    table.setSleeping(0, true);
    expect([table.isSleeping(0), table.current[POSE_FLAGS]]).toEqual([true, POSE_SLEEPING]);
    table.setSleeping(0, false);
    expect(table.isSleeping(0)).toBe(false);
  });

  it('ignores frames from before the body was created, and for slots without one', () => {
    create(0);
    frame([0, 1]);
    table.destroy(0, step + 1);
    frame([0, 2], [77, 1]);
    create(0, 9, 4);
    frame([0, 3]);
    frame([0, 4]);
    expect(xs(0)).toEqual([9, 9]);
    frame([0, 10]);
    expect(xs(0)).toEqual([9, 10]);
  });

  it('ignores frames from before the body was put elsewhere, and keeps its velocity', () => {
    create(0);
    create(1);
    frame([0, 1], [1, 1]);
    moved();
    table.place(0, 4, 1, [70, 0, 0, 0, 0, 0, 1], 0);
    expect(xs(0)).toEqual([70, 70]);
    expect(moved()).toContain(0);
    frame([0, 2], [1, 2]);
    frame([0, 3], [1, 3]);
    expect([xs(0), xs(1)]).toEqual([
      [70, 70],
      [2, 3],
    ]);
    expect(table.velocities[0]).toBe(1);
    frame([0, 70, true]);
    frame([0, 71]);
    expect(xs(0)).toEqual([70, 71]);
  });

  it('leaves a slot alone that was told of after it was placed', () => {
    create(0, 1, 1);
    table.place(0, 5, 3, [8, 0, 0, 0, 1, 0, 0], 0);
    create(0, 2, 7);
    table.place(0, 5, 3, [9, 0, 0, 0, 0, 1, 0], 0);
    expect([xs(0), table.current[7]]).toEqual([[2, 2], 1]);
    table.destroy(0, 8);
    table.place(0, 20, 1, [9, 0, 0, 0, 0, 0, 0], 0);
    expect(xs(0)).toEqual([2, 2]);
  });

  it('grows, and keeps what it knew', () => {
    create(0, 5);
    frame([0, 6]);
    for (let i = 1; i < 1000; i++) create(i, i);
    expect(xs(0)).toEqual([5, 6]);
    expect(xs(999)).toEqual([999, 999]);
    frame([999, 1000]);
    expect(xs(0)).toEqual([6, 6]);
  });

  describe('of bodies that follow each other', () => {
    /** Reads the frame as it is, and into a table of its own body by body: both must say the same. */
    function both(act: (of: PoseTable) => void, run: number, bodies: InFrame[]): PoseTable {
      const other = new PoseTable();
      for (const of of [table, other]) {
        act(of);
        of.publish(1);
      }
      const [whole, before] = [table, step];
      frameWithRun(run, ...bodies);
      table = other;
      step = before;
      frame(...bodies);
      table = whole;
      for (const key of ['current', 'previous', 'velocities'] as const) expect(table[key]).toEqual(other[key]);
      for (const of of [table, other]) of.publish(1);
      const listed = ({ moved: list, movedCount }: PoseTable) => [...list.subarray(0, movedCount)];
      expect(listed(table)).toEqual(listed(other));
      return other;
    }
    const bodies = (from: number, count: number, x = 7): InFrame[] =>
      Array.from({ length: count }, (_, i) => [from + i, x + i]);
    const creates = (count: number) => (of: PoseTable) => {
      for (let i = 0; i < count; i++) of.create(i, [i, 1, 2], [0, 0, 0, 1], undefined, undefined, step + 1);
    };

    it('copies them in one piece', () => {
      both(creates(600), 500, [...bodies(5, 500), ...bodies(0, 3), ...bodies(550, 2)]);
      expect([xs(5), xs(504), xs(2), xs(551), xs(549)]).toEqual([
        [5, 7],
        [504, 506],
        [2, 9],
        [551, 8],
        [549, 549],
      ]);
      expect(table.movedCount).toBe(505);
      // What is no longer in a frame rests, as ever.
      frame([6, 1]);
      expect([xs(5), xs(6), xs(504)]).toEqual([
        [7, 7],
        [8, 1],
        [506, 506],
      ]);
    });

    it('copies those, too, that were in the frame before', () => {
      creates(20)(table);
      frameWithRun(10, ...bodies(0, 10));
      frameWithRun(20, ...bodies(0, 20, 90));
      expect([xs(3), xs(15)]).toEqual([
        [10, 93],
        [15, 105],
      ]);
    });

    it('skips those that were told of since: created anew, destroyed, placed', () => {
      for (const [act, now] of [
        [(of: PoseTable) => of.create(3, [50, 0, 0], [0, 0, 0, 1], undefined, undefined, step + 9), [50, 50]],
        [(of: PoseTable) => of.destroy(3, step + 9), [3, 3]],
        [(of: PoseTable) => of.place(3, step + 9, 1, [50, 0, 0, 0, 0, 0, 1], 0), [50, 50]],
      ] as const) {
        table = new PoseTable();
        both((of) => (creates(20)(of), act(of)), 20, bodies(0, 20));
        expect([xs(3), xs(4)]).toEqual([now, [4, 11]]);
      }
    });

    it('is the same as body by body through many frames, whoever comes, leaves and is listed meanwhile', () => {
      const random = generator(7);
      const below = (n: number) => Math.floor(random() * n);
      const other = new PoseTable();
      creates(60)(table);
      creates(60)(other);
      for (let k = 0; k < 300; k++) {
        const act = below(8);
        const index = below(60);
        for (const of of [table, other]) {
          if (act === 0) of.create(index, [k, 0, 0], [0, 0, 0, 1], undefined, undefined, step + 1);
          else if (act === 1) of.place(index, step + 1, 1, [k, 0, 0], 0);
          else if (act > 4) of.publish(act === 5 ? 1 : 0.5);
        }
        // Mostly the frame's run begins where the last one did.
        const first = below(4) === 0 ? below(30) : 10;
        const run = 1 + below(20);
        const rest = bodies(first + run, 25, k).filter(() => below(5) > 0);
        const all: InFrame[] = [...bodies(first, run, k), ...rest.map(([i, x]): InFrame => [i, x, below(9) === 0])];
        const [whole, before] = [table, step];
        frameWithRun(run, ...all);
        [table, step] = [other, before];
        frame(...all);
        table = whole;
        for (const key of ['current', 'previous', 'velocities'] as const)
          expect(table[key], `${k}`).toEqual(other[key]);
        if (below(3) > 0) expect(moved(), `${k}`).toEqual(movedOf(other));
      }
    });

    it.each([20, 600])('tells their velocities, but not of those that came after the frame (of %i)', (count) => {
      creates(count)(table);
      frameWithRun(count - 2, ...bodies(0, count));
      table.create(3, [0, 0, 0], [0, 0, 0, 1], [1, 2, 3], undefined, step + 9);
      const { velocities } = table;
      expect([...velocities.subarray(24, 28)]).toEqual([1, 2, 3, 0]);
      const others = bodies(0, count).filter(([index]) => index !== 3);
      expect(others.map(([index]) => velocities[index * 8])).toEqual(others.map(([, x]) => x));
      frameWithRun(count - 2, ...bodies(0, count, 50));
      expect(bodies(0, count).map(([index]) => table.velocities[index * 8])).toEqual(
        bodies(0, count, 50).map(([index, x]) => (index === 3 ? 1 : x)),
      );
    });

    it('leaves those asleep that were said to sleep', () => {
      const other = both((of) => (creates(20)(of), of.setSleeping(3, true)), 20, bodies(0, 20));
      for (const of of [table, other]) expect([of.isSleeping(3), of.isSleeping(4)]).toEqual([true, false]);
    });
  });

  describe('moved', () => {
    it('lists new bodies once, then those in the frame, then those that just left it', () => {
      create(0);
      create(1);
      expect(moved()).toEqual([0, 1]);
      expect(moved()).toEqual([]);
      frame([0, 1], [1, 1]);
      expect(moved()).toEqual([0, 1]);
      frame([1, 2]);
      expect(moved()).toEqual([0, 1]);
      frame([1, 3]);
      expect(moved()).toEqual([1]);
      frame();
      expect(moved()).toEqual([1]);
      frame();
      expect(moved()).toEqual([]);
    });

    it('lists the bodies of the frame again when alone the blend has changed', () => {
      create(0);
      frame([0, 1]);
      expect(moved(0.25)).toEqual([0]);
      expect(moved(0.5)).toEqual([0]);
      expect(moved(0.5)).toEqual([]);
    });

    it('collects over several frames, each body once', () => {
      for (let i = 0; i < 4; i++) create(i);
      moved();
      frame([0, 1], [1, 1]);
      frame([1, 2], [2, 1]);
      frame([2, 2]);
      expect(moved()).toEqual([0, 1, 2]);
    });
  });

  it('samples between the poses, the short way round, at unit length', () => {
    create(0, 0);
    frame([0, 4]);
    table.previous.set([0, 0, 0, 1], 4);
    table.current.set([0, -Math.SQRT1_2, 0, -Math.SQRT1_2], 4);
    table.publish(0.25);
    const out = new Float32Array(9);
    table.sample(0, out, 2);
    expect(out[2]).toBe(1);
    expect(Math.hypot(...out.subarray(5))).toBeCloseTo(1, 6);
    // An eighth of a turn in all, about y.
    expect(2 * Math.atan2(out[6]!, out[8]!)).toBeCloseTo(Math.PI / 8, 1);
  });
});
