import { Event, EventPoint, Frame, JointReading, Pose, Velocity } from '@atoll/kernel';
import { describe, expect, it } from 'vitest';
import type { MemoryViews } from '../src/memory/memory-views.js';
import { JointReadings } from '../src/outbox/joint-readings.js';

const handleOf = (index: number, generation = 1): number => (generation << 20) | index;

/** A frame at `AT` with readings of these joints: force (value, 0, 0), torque (0, −value, 0). `left` joints are not solved any more, so far. */
const AT = 64;
function frame(readings: readonly (readonly [handle: number, value: number])[], left = 0, others = 0): MemoryViews {
  const before =
    AT + Frame.stride + others * (Pose.stride + Velocity.stride + 2 * Event.stride + 3 * EventPoint.stride);
  const buffer = new ArrayBuffer(before + readings.length * JointReading.stride);
  const u32 = new Uint32Array(buffer),
    f32 = new Float32Array(buffer);
  u32[(AT + Frame.poseCount) >>> 2] = others;
  u32[(AT + Frame.eventCount) >>> 2] = 2 * others;
  u32[(AT + Frame.pointCount) >>> 2] = 3 * others;
  u32[(AT + Frame.jointCount) >>> 2] = readings.length;
  u32[(AT + Frame.jointsLeft) >>> 2] = left;
  readings.forEach(([handle, value], i) => {
    const at = before + i * JointReading.stride;
    u32[(at + JointReading.joint) >>> 2] = handle;
    f32[(at + JointReading.force) >>> 2] = value;
    f32[(at + JointReading.torque + 4) >>> 2] = -value;
  });
  return { u32, f32, refresh: () => {} } as MemoryViews;
}

describe('readings of joints', () => {
  it('are those of the newest frame that has the joint, in whatever order it has them', () => {
    const readings = new JointReadings();
    const [a, b, c] = [handleOf(0), handleOf(700), handleOf(3)];
    expect(readings.force(a)).toEqual([0, 0, 0]);
    readings.readFrame(
      frame(
        [
          [b, 1],
          [a, 2],
          [c, 3],
        ],
        0,
        5,
      ),
      AT,
    );
    // The same joints, and nobody has asked.
    readings.readFrame(
      frame([
        [b, 4],
        [a, 5],
        [c, 6],
      ]),
      AT,
    );
    // As many, of which one is another, and in another order.
    readings.readFrame(
      frame(
        [
          [a, 7],
          [b, 8],
          [handleOf(9), 9],
        ],
        1,
      ),
      AT,
    );
    readings.readFrame(frame([[b, 10]], 3, 1), AT);
    readings.readFrame(frame([], 4), AT);
    expect([a, b, c, handleOf(9)].map((handle) => readings.force(handle)[0])).toEqual([7, 10, 6, 9]);
    expect(readings.torque(b)).toEqual([0, -10, 0]);
    readings.readFrame(frame([[b, 11]], 4), AT);
    expect(readings.force(b)).toEqual([11, 0, 0]);
    // More, and nobody has asked; then none, without memory for them.
    readings.readFrame(
      frame(
        [
          [c, 12],
          [b, 13],
        ],
        4,
      ),
      AT,
    );
    readings.readFrame(frame([], 4), AT);
    expect([a, b, c].map((handle) => readings.force(handle)[0])).toEqual([7, 13, 12]);
  });

  it('say nothing of a later joint in the same place, nor of any before a state was loaded', () => {
    const readings = new JointReadings();
    const old = handleOf(4, 2046);
    const fresh = handleOf(4, 2047);
    readings.readFrame(frame([[old, 1]]), AT);
    expect(readings.force(fresh)).toEqual([0, 0, 0]);
    readings.readFrame(frame([[fresh, 2]], 1), AT);
    expect([readings.force(fresh)[0], readings.force(old)[0]]).toEqual([2, 0]);
    readings.readFrame(frame([[fresh, 3]], 1), AT);
    readings.clear();
    expect(readings.force(fresh)).toEqual([0, 0, 0]);
    readings.readFrame(frame([[handleOf(5), 4]]), AT);
    expect(readings.force(fresh)).toEqual([0, 0, 0]);
  });

  it('keep their bits', () => {
    const readings = new JointReadings();
    const all = Array.from({ length: 1000 }, (_, i) => [handleOf((i * 577) % 1000, 2047), i + 1] as const);
    for (let times = 0; times < 2; times++) readings.readFrame(frame(all, 0, 3), AT);
    for (const [handle, value] of all) expect(readings.force(handle)).toEqual([value, 0, 0]);
  });
});
