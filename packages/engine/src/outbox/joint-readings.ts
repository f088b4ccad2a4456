import { Event, EventPoint, Frame, JointReading, Pose, Velocity } from '@atoll/kernel';
import { indexOf } from '../body/handles.js';
import type { MemoryViews } from '../memory/memory-views.js';
import type { Vec3 } from '../types.js';

const WORDS = JointReading.stride >>> 2;
const FORCE = JointReading.force >>> 2;
const TORQUE = JointReading.torque >>> 2;
const HANDLE = JointReading.joint >>> 2;

/** What each joint bore when it was last solved. A joint that sleeps bears it still. */
export class JointReadings {
  /** By index. */
  private f32 = new Float32Array(0);
  private u32 = new Uint32Array(0);
  /** Those of the newest frame lie there, from this word on, until somebody asks or it has to go: most worlds never ask for any. */
  private owed: MemoryViews | undefined;
  private first = 0;
  private count = 0;
  /** `Frame.jointsLeft` of the newest frame. */
  private left = 0;

  /** N, world space. */
  force(handle: number): Vec3 {
    return this.read(handle, FORCE);
  }

  /** N m, world space. */
  torque(handle: number): Vec3 {
    return this.read(handle, TORQUE);
  }

  /** Handles stand for other joints from here on. */
  clear(): void {
    this.u32.fill(0);
    this.owed = undefined;
  }

  /** Notes where the Frame at `at` has its readings, behind everything else in there. It stays until the next one is read, or `take` is called. */
  readFrame(views: MemoryViews, at: number): void {
    const { u32 } = views;
    const count = u32[(at + Frame.jointCount) >>> 2]!;
    const left = u32[(at + Frame.jointsLeft) >>> 2]!;
    // Joints that are not in this frame bear what they bore. It has none where there was no memory for them.
    if (left !== this.left || count < this.count) this.take();
    this.left = left;
    this.count = count;
    this.owed = views;
    this.first =
      (at +
        Frame.stride +
        u32[(at + Frame.poseCount) >>> 2]! * (Pose.stride + Velocity.stride) +
        u32[(at + Frame.eventCount) >>> 2]! * Event.stride +
        u32[(at + Frame.pointCount) >>> 2]! * EventPoint.stride) >>>
      2;
  }

  /** Puts those of the newest frame where they are looked for. */
  take(): void {
    if (!this.owed) return;
    this.owed.refresh();
    const { u32 } = this.owed;
    this.owed = undefined;
    for (let from = this.first, end = from + this.count * WORDS; from < end; from += WORDS) {
      const to = indexOf(u32[from + HANDLE]!) * WORDS;
      if (to >= this.u32.length) this.grow(to + WORDS);
      // As integers: a handle may look like a number that is not one, whose bits a copy of floats may change.
      const own = this.u32;
      for (let k = 0; k < WORDS; k++) own[to + k] = u32[from + k]!;
    }
  }

  private read(handle: number, field: number): Vec3 {
    this.take();
    const at = indexOf(handle) * WORDS;
    if (this.u32[at + HANDLE] !== handle) return [0, 0, 0];
    return [this.f32[at + field]!, this.f32[at + field + 1]!, this.f32[at + field + 2]!];
  }

  private grow(words: number): void {
    const grown = new Uint32Array(Math.max(64 * WORDS, 2 * this.u32.length, words));
    grown.set(this.u32);
    this.u32 = grown;
    this.f32 = new Float32Array(grown.buffer);
  }
}
