import { Frame, OutboxKind, Pose, PoseFlag } from '@atoll/kernel';
import { beforeEach, describe, expect, it } from 'vitest';

import { MemoryViews } from '../src/memory/memory-views.js';
import { POSE_FLAGS, POSE_SLEEPING, POSE_TELEPORTED, PoseTable } from '../src/outbox/poses.js';
import { generator } from './support/clutter.js';

const AT = 1024;
const views = new MemoryViews(new WebAssembly.Memory({ initial: 2, maximum: 2 }));
let table: PoseTable;
let step: number;

/** One frame with these bodies: index, x, and whether it was teleported. y, z and rotation stay. Velocity is x too. */
function frame(...bodies: [index: number, x: number, teleported?: boolean][]): void {
  const { u32, f32 } = views;
  u32.fill(0);
  u32[(AT + Frame.kind) >>> 2] = OutboxKind.Frame;
  u32[(AT + Frame.step) >>> 2] = ++step;
  // As if each step came with one command.
  u32[(AT + Frame.commandCount) >>> 2] = step;
  u32[(AT + Frame.poseCount) >>> 2] = bodies.length;
  bodies.forEach(([index, x, teleported], i) => {
    const word = (AT + Frame.stride + i * Pose.stride) >>> 2;
    f32.set([x, 0, 0], word);
    u32[word + 3] = (index | (teleported ? PoseFlag.Teleport : 0)) >>> 0;
    f32.set([0, 0, 0, 1], word + 4);
    f32[(AT + Frame.stride + (bodies.length + i) * Pose.stride) >>> 2] = x;
  });
  table.readFrame(views, AT);
}

const create = (index: number, x = 0, asked = step): void =>
  table.create(index, [x, 0, 0], [0, 0, 0, 1], [0, 0, 0], [0, 0, 0], asked + 1);
const xs = (index: number): [previous: number, current: number] => [
  table.previous[index * 8]!,
  table.current[index * 8]!,
];
const moved = (alpha = 1): number[] => {
  table.publish(alpha);
  return [...table.moved.subarray(0, table.movedCount)].toSorted((a, b) => a - b);
};

beforeEach(() => {
  table = new PoseTable();
  step = 0;
});

describe('PoseTable', () => {
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
    table.destroy(0);
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
    table.destroy(0);
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

  it('reads a large frame in one piece as body by body', () => {
    const random = generator(7);
    const other = new PoseTable();
    const both = (act: (of: PoseTable) => void): void => [table, other].forEach(act);
    for (let count = 20; count <= 600; count += 20) {
      for (let index = count - 20; index < count; index++) {
        const since = random() < 0.01 ? step + 3 : step;
        const x = random();
        // Some slots have no body.
        if (random() < 0.995) both((of) => of.create(index, [x, 1, 2], [0, 0, 0, 1], [0, 0, 0], [0, 0, 0], since));
        if (random() < 0.1) both((of) => of.setSleeping(index, true));
      }
      const bodies = Array.from({ length: count }, (_, index): [number, number, boolean] => [
        index,
        random(),
        random() < 0.005,
      ]);
      // Of a run that goes on, one that ends early and none at all.
      const cut = [0, 1, count >> 1][(count / 20) % 3]!;
      const order = [...bodies.slice(cut), ...bodies.slice(0, cut)];
      frame(...order);
      step--;
      const whole = table;
      table = other;
      // No two that follow each other.
      frame(...order.toReversed());
      table = whole;
      for (const key of ['current', 'previous', 'velocities'] as const) expect(table[key]).toEqual(other[key]);
      for (const of of [table, other]) of.publish(1);
      const listed = ({ moved: list, movedCount }: PoseTable) => [...list.subarray(0, movedCount)].toSorted();
      expect(listed(table)).toEqual(listed(other));
      expect([table.movedCount > count * 0.8, table.step]).toEqual([true, step]);
    }
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
