import { Event, EventPoint, Frame, JointReading, Pose, Velocity } from '@atoll/kernel';
import { indexOf } from '../body/handles.js';
import { BlockCopy } from '../memory/block-copy.js';
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
  /** Those of the newest frame, as they stand in it: most worlds never ask for any. */
  private newest = new Uint32Array(0);
  private newestCount = 0;
  private isSorted = true;
  private readonly frameCopy = new BlockCopy<Uint32Array>();

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
    this.isSorted = true;
  }

  /** Takes in the readings of the Frame at `at`: they lie behind everything else. */
  readFrame({ u32 }: MemoryViews, at: number): void {
    const count = u32[(at + Frame.jointCount) >>> 2]!;
    if (count === 0) return;
    const first =
      at +
      Frame.stride +
      u32[(at + Frame.poseCount) >>> 2]! * (Pose.stride + Velocity.stride) +
      u32[(at + Frame.eventCount) >>> 2]! * Event.stride +
      u32[(at + Frame.pointCount) >>> 2]! * EventPoint.stride;
    // Joints that are not in this frame bear what they bore.
    if (!this.areOf(u32, first >>> 2, count)) this.sort();
    if (this.newest.length < count * WORDS) this.newest = new Uint32Array(Math.max(64, 2 * count) * WORDS);
    this.frameCopy.copy(u32, first >>> 2, this.newest, 0, count * WORDS);
    this.newestCount = count;
    this.isSorted = false;
  }

  /** Whether the newest are readings of the same joints, in the same order, as the `count` from word `at` on. */
  private areOf(u32: Uint32Array, at: number, count: number): boolean {
    const { newest } = this;
    if (count !== this.newestCount) return false;
    for (let word = HANDLE; word < count * WORDS; word += WORDS) if (newest[word] !== u32[at + word]) return false;
    return true;
  }

  /** Puts the newest where they are looked for. */
  private sort(): void {
    if (this.isSorted) return;
    this.isSorted = true;
    const { newest } = this;
    for (let from = 0; from < this.newestCount * WORDS; from += WORDS) {
      const to = indexOf(newest[from + HANDLE]!) * WORDS;
      if (to >= this.u32.length) this.grow(to + WORDS);
      // As integers: a handle may look like a number that is not one, whose bits a copy of floats may change.
      const own = this.u32;
      for (let k = 0; k < WORDS; k++) own[to + k] = newest[from + k]!;
    }
  }

  private read(handle: number, field: number): Vec3 {
    this.sort();
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
