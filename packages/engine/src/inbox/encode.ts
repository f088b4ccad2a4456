import type { MemoryViews } from '../memory/memory-views.js';

/** Three f32 at a byte address. */
export function writeVec3(views: MemoryViews, at: number, v: ArrayLike<number>): void {
  const word = at >>> 2;
  const { f32 } = views;
  f32[word] = v[0]!;
  f32[word + 1] = v[1]!;
  f32[word + 2] = v[2]!;
}

/** Four f32 at a byte address, each times `scale`. */
export function writeQuat(views: MemoryViews, at: number, q: ArrayLike<number>, scale = 1): void {
  const word = at >>> 2;
  const { f32 } = views;
  f32[word] = q[0]! * scale;
  f32[word + 1] = q[1]! * scale;
  f32[word + 2] = q[2]! * scale;
  f32[word + 3] = q[3]! * scale;
}
