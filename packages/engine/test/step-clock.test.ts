import { describe, expect, it } from 'vitest';
import { StepClock } from '../src/world/step-clock.js';

interface Shown {
  time: number;
  position: number;
}

/**
 * A body at one unit a step, drawn every `frame` steps of real time from a pool that answers `delay` later. Returns what was
 * drawn when.
 */
function draw(options: {
  frame: (i: number) => number;
  delay: number;
  frames: number;
  lag: number;
  maxCatchUp?: number;
}): Shown[] {
  const { maxCatchUp = 5 } = options;
  const clock = new StepClock(options.lag, maxCatchUp + 1);
  const readyAt: number[] = [0];
  let [now, asked, read] = [0, 0, 0];
  const shown: Shown[] = [];
  for (let i = 0; i < options.frames; i++) {
    now += options.frame(i);
    const begun = readyAt.filter((time) => time <= now).length - 1;
    const { ask } = clock.take(options.frame(i), maxCatchUp - (asked - begun));
    for (let k = 0; k < ask; k++) readyAt[++asked] = now + options.delay;
    while (read < clock.shown(asked) && read + 1 <= asked && readyAt[read + 1]! <= now) read++;
    const ready = read + 1 <= asked && readyAt[read + 1]! <= now ? read + 1 : read;
    clock.settle(asked, read, ready);
    shown.push({ time: now, position: read - 1 + clock.alpha(asked, read) });
  }
  return shown;
}

const speeds = (shown: Shown[]): number[] =>
  shown.slice(1).map((s, i) => (s.position - shown[i]!.position) / (s.time - shown[i]!.time));

describe('StepClock', () => {
  it('asks for floor(time / step) steps in all, and never for more than there is room for', () => {
    const clock = new StepClock(0, 6);
    let asked = 0;
    for (let i = 0; i < 600; i++) asked += clock.take(1 / 6, 5).ask;
    expect(asked).toBe(100);
    expect(clock.take(20, 5)).toEqual({ ask: 5, dropped: 15 });
    expect(clock.take(3, 0)).toEqual({ ask: 0, dropped: 3 });
  });

  it('does not lose a step to rounding', () => {
    const clock = new StepClock(0, 6);
    let asked = 0;
    for (let i = 0; i < 1000; i++) asked += clock.take(0.1 / (1 / 60), 1000).ask;
    expect(asked).toBe(6000);
  });

  it.each([
    ['60 Hz, steps done at once', 1, 0, 0],
    ['144 Hz, steps done at once', 60 / 144, 0, 0],
    ['30 Hz, steps done at once', 2, 0, 0],
    ['60 Hz, half a frame late', 1, 0.5, 1],
    ['144 Hz, half a step late', 60 / 144, 0.5, 1],
    ['144 Hz, more than a step late', 60 / 144, 1.3, 1],
    ['50 Hz, nearly a step late', 60 / 50, 0.9, 1],
  ])('shows constant speed: %s', (_, frame, delay, lag) => {
    const settled = draw({ frame: () => frame, delay, frames: 2000, lag }).slice(300);
    for (const speed of speeds(settled)) expect(Math.abs(speed - 1)).toBeLessThan(0.02);
  });

  it('shows nearly constant speed with uneven frames', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const steps = Array.from({ length: 2000 }, () => 0.9 + 0.2 * random());
    const settled = draw({ frame: (i) => steps[i]!, delay: 0.6, frames: 2000, lag: 1 }).slice(300);
    for (const speed of speeds(settled)) expect(Math.abs(speed - 1)).toBeLessThan(0.05);
  });

  it('never goes back, also when the pool hiccups', () => {
    const shown = draw({ frame: () => 0.5, delay: 0.4, frames: 400, lag: 1 });
    for (let i = 1; i < shown.length; i++)
      expect(shown[i]!.position).toBeGreaterThanOrEqual(shown[i - 1]!.position - 1e-9);
  });

  it('comes back from a lag that is no longer needed', () => {
    const shown = draw({ frame: () => 1, delay: 0.2, frames: 3000, lag: 4 });
    const last = shown[shown.length - 1]!;
    expect(last.time - last.position).toBeLessThan(3);
  });

  it('shows the newest pose when steps are asked for by hand', () => {
    const clock = new StepClock(1, 6);
    clock.takeOver();
    expect(clock.alpha(10, 10)).toBe(1);
    expect(clock.alpha(10, 7)).toBe(1);
    clock.take(0, 5);
    expect(clock.alpha(10, 10)).toBe(1);
    clock.take(0.5, 5);
    expect(clock.alpha(10, 10)).toBeLessThan(1);
  });
});
