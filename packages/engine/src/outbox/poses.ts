import { Frame, Pose, PoseFlag, Velocity } from '@atoll/kernel';
import { BlockCopy } from '../memory/block-copy.js';
import type { MemoryViews } from '../memory/memory-views.js';

/** Floats a body takes in each table. */
export const POSE_STRIDE = 8;
/** Bits of the number at `POSE_FLAGS`. */
export const POSE_SLEEPING = 1;
export const POSE_TELEPORTED = 2;
/** Where the flags lie in a pose: between position and rotation. */
export const POSE_FLAGS = 3;

/** Of a frame's records, in words: out of the loop that reads them. */
const POSE_PAIRS = Pose.stride >>> 3;
const BODY_WORD = Pose.body >>> 2;
const STRIDE_PAIRS = POSE_STRIDE >>> 1;
const { Index: INDEX } = PoseFlag;
/** So many bodies a call. An engine compiles a function twice, the second time for the loop that it is in, where that runs on meanwhile. */
const SLICE = 256;

/** No frame speaks of a slot whose body is gone. Fewer commands than this are ever written. */
const NEVER = 0xffffffff;

/**
 * The two newest poses of every body, for whoever draws them. Body `i` (`body.index`) has 8 floats from `i * 8`: position x, y, z
 * in m, flags, rotation x, y, z, w. The arrays are replaced when they grow: do not keep them.
 */
export interface Poses {
  /** Pose after the newest step that was read. */
  readonly current: Float32Array;
  /** Pose a step earlier; equal to `current` for a body that rests or was teleported. */
  readonly previous: Float32Array;
  /** Body `i` from `i * 8`: linear x, y, z in m/s, 0, angular x, y, z in rad/s, 0. Read out of the newest step when it is asked for. */
  readonly velocities: Float32Array;
  /** Indices of the bodies that may have to be drawn elsewhere than after the `advance` or `read` before the last; each once. */
  readonly moved: Int32Array;
  readonly movedCount: number;
  /** 0 to 1: where to draw between `previous` and `current`. */
  readonly alpha: number;
  /** Number of the newest step that was read. */
  readonly step: number;
  /** Writes the blended pose of a body: x, y, z, then the rotation x, y, z, w, of unit length. */
  sample(index: number, out: Float32Array | number[], offset?: number): void;
}

/** Fills the tables from frames. Costs nothing for bodies that are not in a frame. */
export class PoseTable implements Poses {
  current = new Float32Array(0);
  previous = new Float32Array(0);
  moved = new Int32Array(0);
  movedCount = 0;
  alpha = 1;
  step = 0;

  /** The tables once more, two floats at a time: frames are copied so. */
  private currentPairs = new Float64Array(0);
  private previousPairs = new Float64Array(0);
  private velocityTable = new Float32Array(0);
  private velocityPairs = new Float64Array(0);
  /** Where the newest frame lies until its velocities are asked for, or it has to go. */
  private owed: MemoryViews | undefined;
  private owedAt = 0;
  /** By index: a frame before which fewer commands were applied speaks of an earlier owner of the slot, or of where it was before. */
  private since = new Uint32Array(0);
  /** By index: last frame that it was in. */
  private seen = new Uint32Array(0);
  /** By index: equals `round` while it is in `pending`. */
  private listed = new Uint32Array(0);
  private round = 1;
  /** What `moved` becomes. */
  private pending = new Int32Array(0);
  private pendingCount = 0;
  /** Bodies of the newest frame, and a spare array for the next one. */
  private inFrame = new Int32Array(0);
  private inFrameCount = 0;
  /** So many of them, from the first on, follow each other and were read in one piece. */
  private inRun = 0;
  private spare = new Int32Array(0);
  private frameIsNew = false;
  /** How many commands were written with the newest that is in `since`, or that ended a body: a frame that knows them counts for all its bodies. */
  private latest = 0;
  /** Whether any body has ever slept: frames leave that as it is. */
  private hasSlept = false;
  /** Bodies that were created with a velocity: the first frame that knows them says whether they really move. */
  private readonly starting: number[] = [];
  /** Bodies that fell asleep in the newest frame, which tells how they moved in that step. Until its events are read, some that woke again, too. */
  private readonly fallen: number[] = [];
  /** Each index, in order. */
  private indices = new Int32Array(0);
  /** Out of frames, out of `current`, and out of `indices`. */
  private readonly frameCopy = new BlockCopy<Float64Array>();
  private readonly poseCopy = new BlockCopy<Float64Array>();
  private readonly indexCopy = new BlockCopy<Int32Array>();

  /** Takes a slot into use. A velocity that is undefined is 0. `commands`: how many were written with the one that creates the body. */
  create(
    index: number,
    position: ArrayLike<number>,
    rotation: ArrayLike<number>,
    linear: ArrayLike<number> | undefined,
    angular: ArrayLike<number> | undefined,
    commands: number,
  ): void {
    if (index >= this.since.length) this.grow(index + 1);
    const at = index * POSE_STRIDE;
    this.current.set(position, at);
    this.current[at + POSE_FLAGS] = 0;
    this.current.set(rotation, at + 4);
    normalise(this.current, at + 4);
    this.settle(at);
    // The slot is empty: its velocities are 0.
    if (linear) this.velocityTable.set(linear, at);
    if (angular) this.velocityTable.set(angular, at + 4);
    if (linear || angular) this.starting.push(index);
    this.since[index] = this.latest = commands;
    this.seen[index] = 0;
    this.list(index);
  }

  /** `commands`: how many were written with the one that destroys the body. */
  destroy(index: number, commands: number): void {
    this.since[index] = NEVER;
    this.latest = commands;
    this.stop(index);
  }

  private stop(index: number): void {
    this.velocityTable.fill(0, index * POSE_STRIDE, (index + 1) * POSE_STRIDE);
  }

  /** Puts a body elsewhere. `commands`: how many were written with the one that does; frames that know fewer say nothing of it. */
  place(index: number, commands: number, mask: number, pose: ArrayLike<number>, from: number): void {
    // The slot has another owner since, or none.
    if (commands < this.since[index]!) return;
    // The frames that say nothing of the body say nothing of its velocity either: it keeps that of the newest one.
    this.takeVelocities();
    const at = index * POSE_STRIDE;
    for (const table of [this.current, this.previous]) {
      if (mask & 1) for (let k = 0; k < 3; k++) table[at + k] = pose[from + k]!;
      if (mask & 2) {
        for (let k = 4; k < 8; k++) table[at + k] = pose[from + k - 1]!;
        normalise(table, at + 4);
      }
    }
    this.since[index] = commands;
    this.latest = Math.max(this.latest, commands);
    this.list(index);
  }

  setSleeping(index: number, sleeping: boolean): void {
    this.hasSlept ||= sleeping;
    const at = index * POSE_STRIDE + POSE_FLAGS;
    const others = this.current[at]! & ~POSE_SLEEPING;
    this.current[at] = sleeping ? others | POSE_SLEEPING : others;
    if (sleeping) this.fallen.push(index);
  }

  isSleeping(index: number): boolean {
    return (this.current[index * POSE_STRIDE + POSE_FLAGS]! & POSE_SLEEPING) !== 0;
  }

  /** Forgets all slots but those that are in use again after `step`. */
  restart(step: number, indices: Iterable<number>): void {
    this.since.fill(NEVER);
    this.velocityTable.fill(0);
    this.owed = undefined;
    for (const index of indices) {
      if (index >= this.since.length) this.grow(index + 1);
      this.since[index] = 0;
      this.seen[index] = 0;
      this.setSleeping(index, false);
    }
    this.step = step;
    this.inFrameCount = 0;
    this.inRun = 0;
    this.starting.length = 0;
    this.fallen.length = 0;
  }

  get velocities(): Float32Array {
    this.takeVelocities();
    return this.velocityTable;
  }

  /**
   * Takes in the poses of the Frame at `at`, which stays until the next one is read, or `takeVelocities` is called. Its loops are functions of their own: small ones are
   * compiled in less time, beside the steps of a world that has just begun.
   */
  readFrame(views: MemoryViews, at: number): void {
    const { u32 } = views;
    const step = u32[(at + Frame.step) >>> 2]!;
    const commands = u32[(at + Frame.commandCount) >>> 2]!;
    this.owed = views;
    this.owedAt = at;
    this.fallen.length = 0;
    const before = this.inFrame,
      beforeCount = this.inFrameCount;
    // From there on, bodies of the frame before may have left.
    let left = 0;
    let read = 0;
    const run = u32[(at + Frame.runLength) >>> 2]!;
    const first = u32[(at + Frame.firstBody) >>> 2]!;
    if (run > 0 && commands >= this.latest && !this.hasSlept) {
      this.readRun(views, at, first, run, step);
      read = run;
      if (before[0] === first) left = Math.min(run, this.inRun);
    } else numberRun(u32, (at + Frame.stride + Pose.body) >>> 2, first, run);
    this.inRun = read;
    const count = u32[(at + Frame.poseCount) >>> 2]!;
    let listed = read;
    for (let i = read; i < count; i += SLICE) listed = this.readEach(views, at, i, Math.min(count, i + SLICE), listed);
    this.inFrameCount = listed;
    this.inFrame = this.spare;
    this.spare = before;
    let gone = 0;
    for (let i = left; i < beforeCount; i += SLICE)
      gone = this.findGone(i, Math.min(beforeCount, i + SLICE), step, gone);
    for (let i = 0; i < gone; i++) this.leave(before[i]!);
    if (this.starting.length > 0) this.endStarts(step, commands);
    this.step = step;
    this.frameIsNew = true;
  }

  /** Takes in the velocities of the newest frame. */
  takeVelocities(): void {
    const { owed, owedAt: at, since, inFrame, inRun } = this;
    if (!owed) return;
    this.owed = undefined;
    owed.refresh();
    const { u32, f64 } = owed;
    const commands = u32[(at + Frame.commandCount) >>> 2]!;
    const count = u32[(at + Frame.poseCount) >>> 2]!;
    const velocities = at + Frame.stride + count * Pose.stride;
    // What was told of a body since counts, its velocity too.
    const run = commands >= this.latest ? inRun : 0;
    if (run > 0)
      this.frameCopy.copy(f64, velocities >>> 3, this.velocityPairs, inFrame[0]! * STRIDE_PAIRS, run * STRIDE_PAIRS);
    for (let i = run; i < count; i++) {
      const index = i < inRun ? inFrame[i]! : u32[(at + Frame.stride + i * Pose.stride + Pose.body) >>> 2]! & INDEX;
      if (index < since.length && commands >= since[index]!)
        copyPose(f64, (velocities + i * Velocity.stride) >>> 3, this.velocityPairs, index * STRIDE_PAIRS);
    }
    for (const index of this.fallen) if (commands >= since[index]!) this.stop(index);
  }

  /** Takes in the bodies from the `start`th on, before the `end`th, and lists them in `spare`. Returns how many are listed there then. */
  private readEach({ u32, f64 }: MemoryViews, at: number, start: number, end: number, listed: number): number {
    const { current, currentPairs, previousPairs, since, seen, spare } = this;
    const step = u32[(at + Frame.step) >>> 2]!;
    const commands = u32[(at + Frame.commandCount) >>> 2]!;
    let from = ((at + Frame.stride) >>> 3) + start * POSE_PAIRS;
    for (let i = start; i < end; i++, from += POSE_PAIRS) {
      const word = u32[from * 2 + BODY_WORD]!;
      const index = word & INDEX;
      if (index >= since.length) continue;
      seen[index] = step;
      // What was told of it since counts.
      if (commands < since[index]!) continue;
      const to = index * STRIDE_PAIRS;
      const flags = index * POSE_STRIDE + POSE_FLAGS;
      const asleep = current[flags]! & POSE_SLEEPING;
      copyPose(currentPairs, to, previousPairs, to);
      copyPose(f64, from, currentPairs, to);
      current[flags] = asleep;
      if (word !== index) {
        current[flags] = asleep | POSE_TELEPORTED;
        this.settle(index * POSE_STRIDE);
      }
      spare[listed++] = index;
    }
    return listed;
  }

  /**
   * Of the bodies of the frame before, which are in `spare`, brings those that are not in this one to the front, behind the `gone` that are there
   * already. Returns how many these are then. Nothing is done with them here: it would be new to a function that was compiled before any had left.
   */
  private findGone(start: number, end: number, step: number, gone: number): number {
    const { seen, spare } = this;
    for (let i = start; i < end; i++) {
      const index = spare[i]!;
      spare[gone] = index;
      gone += seen[index] === step ? 0 : 1;
    }
    return gone;
  }

  /** Once the events of the newest frame are read, too: what sleeps does not move. */
  stopSleepers(): void {
    const { fallen } = this;
    let asleep = 0;
    for (const index of fallen) {
      if (!this.isSleeping(index)) continue;
      this.stop(index);
      fallen[asleep++] = index;
    }
    fallen.length = asleep;
  }

  /** Takes in bodies whose slots follow each other, and of which there is nothing special to say, in one piece. */
  private readRun({ f64 }: MemoryViews, at: number, first: number, length: number, step: number): void {
    const to = first * STRIDE_PAIRS,
      pairs = length * STRIDE_PAIRS;
    this.poseCopy.copy(this.currentPairs, to, this.previousPairs, to, pairs);
    this.frameCopy.copy(f64, (at + Frame.stride) >>> 3, this.currentPairs, to, pairs);
    this.indexCopy.copy(this.indices, first, this.spare, 0, length);
    this.seen.fill(step, first, first + length);
  }

  /** Settles what `moved` says until the next call. */
  publish(alpha: number): void {
    if (this.frameIsNew || alpha !== this.alpha) {
      for (let i = this.listRun(); i < this.inFrameCount; i++) this.list(this.inFrame[i]!);
    }
    const { moved } = this;
    this.moved = this.pending;
    this.movedCount = this.pendingCount;
    this.pending = moved;
    this.pendingCount = 0;
    this.round++;
    this.alpha = alpha;
    this.frameIsNew = false;
  }

  sample(index: number, out: Float32Array | number[], offset = 0): void {
    const { current, previous, alpha } = this;
    const at = index * POSE_STRIDE;
    for (let k = 0; k < 3; k++) out[offset + k] = previous[at + k]! + (current[at + k]! - previous[at + k]!) * alpha;
    let dot = 0;
    for (let k = 4; k < 8; k++) dot += previous[at + k]! * current[at + k]!;
    // q and −q are the same rotation: blend towards the nearer one.
    const toCurrent = dot < 0 ? -alpha : alpha;
    const x = previous[at + 4]! * (1 - alpha) + current[at + 4]! * toCurrent;
    const y = previous[at + 5]! * (1 - alpha) + current[at + 5]! * toCurrent;
    const z = previous[at + 6]! * (1 - alpha) + current[at + 6]! * toCurrent;
    const w = previous[at + 7]! * (1 - alpha) + current[at + 7]! * toCurrent;
    const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    out[offset + 3] = x * scale;
    out[offset + 4] = y * scale;
    out[offset + 5] = z * scale;
    out[offset + 6] = w * scale;
  }

  /** What was put to sleep, disabled or made static before its first step does not move. */
  private endStarts(step: number, commands: number): void {
    const { starting, since, seen } = this;
    let kept = 0;
    for (const index of starting) {
      if (since[index] === NEVER) continue;
      if (commands < since[index]!) starting[kept++] = index;
      else if (seen[index] !== step) this.leave(index);
    }
    starting.length = kept;
  }

  /** A body that is not in the newest frame rests where it is. */
  private leave(index: number): void {
    const at = index * POSE_STRIDE;
    this.current[at + POSE_FLAGS] = this.current[at + POSE_FLAGS]! & ~POSE_TELEPORTED;
    this.settle(at);
    this.stop(index);
    if (this.since[index] !== NEVER) this.list(index);
  }

  private settle(at: number): void {
    copyPose(this.currentPairs, at >>> 1, this.previousPairs, at >>> 1);
  }

  private list(index: number): void {
    if (this.listed[index] === this.round) return;
    this.listed[index] = this.round;
    this.pending[this.pendingCount++] = index;
  }

  /** Lists what was read in one piece likewise, where nothing is listed yet, as the last thing before the next round. Returns how many these are. */
  private listRun(): number {
    const { inRun, inFrame } = this;
    if (inRun === 0 || this.pendingCount > 0) return 0;
    this.indexCopy.copy(this.indices, inFrame[0]!, this.pending, 0, inRun);
    return (this.pendingCount = inRun);
  }

  private grow(count: number): void {
    const capacity = Math.max(64, this.since.length * 2, count);
    this.current = longer(this.current, capacity * POSE_STRIDE);
    this.previous = longer(this.previous, capacity * POSE_STRIDE);
    this.velocityTable = longer(this.velocityTable, capacity * POSE_STRIDE);
    this.currentPairs = new Float64Array(this.current.buffer);
    this.previousPairs = new Float64Array(this.previous.buffer);
    this.velocityPairs = new Float64Array(this.velocityTable.buffer);
    this.moved = longer(this.moved, capacity);
    this.pending = longer(this.pending, capacity);
    this.inFrame = longer(this.inFrame, capacity);
    this.spare = longer(this.spare, capacity);
    this.since = longer(this.since, capacity);
    this.seen = longer(this.seen, capacity);
    this.listed = longer(this.listed, capacity);
    const known = this.indices.length;
    this.indices = longer(this.indices, capacity);
    for (let i = known; i < capacity; i++) this.indices[i] = i;
  }
}

/** Tells bodies that follow each other their indices, where they are read one by one all the same: what reads them knows one kind only, and is compiled once. */
function numberRun(u32: Uint32Array, at: number, first: number, run: number): void {
  for (let i = 0; i < run; i++, at += Pose.stride >>> 2) u32[at] = first + i;
}

/**
 * The 8 floats of a body, two at a time: half as much to do for the page, above all in a first frame, which no compiler has seen. Whatever
 * two finite floats, or one and an index, are as one number: it is no NaN, which would not have to keep its bits.
 */
function copyPose(source: Float64Array, from: number, target: Float64Array, to: number): void {
  target[to] = source[from]!;
  target[to + 1] = source[from + 1]!;
  target[to + 2] = source[from + 2]!;
  target[to + 3] = source[from + 3]!;
}

/** As the simulation does with a rotation that it is told, to the bit: in floats, from left to right. */
function normalise(table: Float32Array, at: number): void {
  const x = table[at]!,
    y = table[at + 1]!,
    z = table[at + 2]!,
    w = table[at + 3]!;
  const { fround } = Math;
  const square = fround(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z)) + fround(w * w));
  const scale = fround(1 / fround(Math.sqrt(square)));
  table[at] = x * scale;
  table[at + 1] = y * scale;
  table[at + 2] = z * scale;
  table[at + 3] = w * scale;
}

function longer<T extends Float32Array | Int32Array | Uint32Array>(array: T, length: number): T {
  const grown = new (array.constructor as new (length: number) => T)(length);
  grown.set(array);
  return grown;
}
