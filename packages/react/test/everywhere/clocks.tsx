import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { Body, useBeforeStep, type WorldProps } from '@atoll/react';
import { box } from './components.js';
import { pause, showPage, until, worldTree } from './show.js';

/** Where time comes from, on one transport. */
export function describeClocks(transport: TransportKind): void {
  const scene = async () => {
    const worlds: EngineWorld[] = [];
    const Tree = worldTree(transport, worlds);
    const ref = createRef<Body>();
    const pushed = { count: 0, steps: [] as number[] };
    /** 12 N for 1/60 s on 2 kg: 0.1 m/s a step. */
    const Push = () => {
      useBeforeStep((_, { step }) => {
        pushed.count++;
        pushed.steps.push(step);
        ref.current!.applyForce([12, 0, 0]);
      });
      return null;
    };
    const tree = (props: WorldProps, pushes: boolean) => (
      <Tree {...props}>
        <Body ref={ref} mass={2} gravityScale={0} canSleep={false}>
          {box}
        </Body>
        {pushes && <Push />}
      </Tree>
    );
    const page = await showPage(tree({ clock: 'manual' }, false));
    await until(() => worlds.length === 1, 'a world');
    const world = worlds[0]!;
    /** Simulated over real time, while frames are drawn. */
    const rate = async (ms = 300) => {
      const [start, time] = [performance.now(), world.time];
      while (performance.now() < start + ms) {
        await pause(5);
        await page.draw();
      }
      return (world.time - time) / ((performance.now() - start) / 1000);
    };
    const speed = () => ref.current!.linearVelocity[0];
    return {
      page,
      world,
      worlds,
      pushed,
      rate,
      speed,
      set: (...to: Parameters<typeof tree>) => page.update(tree(...to)),
    };
  };

  describe(`clocks on the ${transport} transport`, () => {
    it('fixed: time is real while something acts before steps, while nothing does, and again', async () => {
      const { set, rate, speed, pushed, page } = await scene();
      for (const pushes of [false, true, false, true, false]) {
        await set({ clock: 'fixed' }, pushes);
        const [before, calls] = [speed(), pushed.count];
        const real = await rate();
        expect(real).toBeGreaterThan(0.6);
        expect(real).toBeLessThan(1.4);
        if (pushes) expect(pushed.count - calls).toBeGreaterThan(8);
        else expect(pushed.count).toBe(calls);
        // Once those that were under way were read.
        if (!pushes) expect(speed()).toBeCloseTo(pushed.count * 0.1, 3);
        else expect(speed()).toBeGreaterThan(before);
      }
      // Each step once, in order, and none of them twice.
      expect(pushed.steps).toEqual([...new Set(pushed.steps)].toSorted((a, b) => a - b));
      await page.unmount();
    });

    it('follows the prop: by hand, by frames, by itself, and paused', async () => {
      const { set, rate, world, worlds, page } = await scene();
      expect(await rate(100)).toBe(0);
      await set({ clock: 'fixed' }, false);
      expect(await rate()).toBeGreaterThan(0.6);
      await set({ clock: 'manual' }, false);
      await rate(100);
      expect(await rate(100)).toBe(0);
      await set({ clock: 'frame' }, false);
      const before = world.lastStepAsked;
      for (let i = 0; i < 12; i++) {
        await page.draw();
        await pause(20);
      }
      // A frame stands for a step, but for the first after a rest and those that the pool had no time for.
      expect(world.lastStepAsked - before).toBeGreaterThan(6);
      expect(world.lastStepAsked - before).toBeLessThan(14);
      for (const clock of ['fixed', 'frame'] as const) {
        await set({ clock, paused: true }, false);
        await rate(100);
        expect(await rate(100)).toBe(0);
      }
      await set({ clock: 'fixed', paused: false }, false);
      expect(await rate()).toBeGreaterThan(0.6);
      expect(worlds).toEqual([world]);
      await page.unmount();
    });
  });
}
