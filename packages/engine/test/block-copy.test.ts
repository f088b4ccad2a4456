import { describe, expect, it } from 'vitest';
import { BlockCopy } from '../src/memory/block-copy.js';
import { generator } from './support/clutter.js';

const numbers = (length: number, first = 0): Float64Array => Float64Array.from({ length }, (_, i) => first + i);

describe('BlockCopy', () => {
  it('copies what a loop does, wherever it begins and ends', () => {
    const random = generator(3);
    const below = (n: number) => Math.floor(random() * n);
    const source = numbers(10_000);
    const copy = new BlockCopy<Float64Array>();
    const target = new Float64Array(12_000);
    const byLoop = new Float64Array(12_000);
    for (let round = 0; round < 60; round++) {
      // Edges of blocks among them.
      const from = below(3) === 0 ? 1024 * below(9) : below(9000);
      const length = Math.min(below(2) === 0 ? below(5000) : 1024 * below(4), source.length - from);
      const to = below(2000);
      copy.copy(source, from, target, to, length);
      for (let i = 0; i < length; i++) byLoop[to + i] = source[from + i]!;
      expect(target, `${from}, ${length}, ${to}`).toEqual(byLoop);
    }
  });

  it('copies what an array holds now, and of another one after it', () => {
    const copy = new BlockCopy<Float64Array>();
    const target = new Float64Array(4096);
    const source = numbers(4096);
    copy.copy(source, 0, target, 0, 4096);
    source.fill(7);
    copy.copy(source, 0, target, 0, 4096);
    expect(target).toEqual(source);
    const other = numbers(4096, 100);
    copy.copy(other, 0, target, 0, 4096);
    expect(target).toEqual(other);
  });

  it('wants a view of each block once, after one of all that is copied first', () => {
    let views = 0;
    class Watched extends Float64Array {
      override subarray(begin?: number, end?: number): Float64Array<ArrayBuffer> {
        views++;
        return new Float64Array(this.buffer).subarray(begin, end);
      }
    }
    const copy = new BlockCopy<Float64Array>();
    const source = new Watched(8192);
    const target = new Float64Array(8192);
    for (let i = 0; i < 50; i++) copy.copy(source, 10 * (49 - i), target, 0, 7000);
    expect(views).toBe(8);
  });
});
