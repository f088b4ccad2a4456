import { useFrame, useThree } from '@react-three/fiber';
import { useLayoutEffect, useRef } from 'react';
import type { WorldRuntime } from './runtime.js';

/**
 * Where time comes from. 'frame': from drawn frames. 'fixed': from a timer, also while nothing is drawn.
 * 'manual': from `world.step` alone.
 */
export type WorldClock = 'frame' | 'fixed' | 'manual';

export interface LoopSettings {
  readonly clock: WorldClock;
  readonly paused: boolean;
  readonly interpolate: boolean;
  readonly maxCatchUp: number;
}

/** Before the user's own `useFrame`, so that they see this frame's poses. Not above 0: that would take over rendering. */
const PRIORITY = -100;

/** Once a drawn frame: lets time pass, reads what has come, moves the objects. */
export function useFrameLoop(runtime: WorldRuntime, settings: LoopSettings): void {
  const latest = useRef(settings);
  useLayoutEffect(() => void (latest.current = settings));
  const { clock, paused } = settings;
  const invalidate = useThree((state) => state.invalidate);
  const onDemand = useThree((state) => state.frameloop === 'demand');

  useLayoutEffect(() => {
    runtime.requestFrame = () => invalidate();
    runtime.invalidate();
    return () => void (runtime.requestFrame = () => {});
  }, [runtime, invalidate, paused]);

  useLayoutEffect(() => {
    if (clock !== 'fixed' || paused || runtime.world.isDisposed || runtime.world.failure) return;
    runtime.world.start();
    return () => runtime.world.stop();
  }, [runtime, clock, paused]);

  /** On demand, a frame after a rest must not catch up with the rest. */
  const rested = useRef(true);

  useFrame((_, delta) => {
    const began = performance.now();
    const { world } = runtime;
    const { clock, paused, interpolate, maxCatchUp } = latest.current;
    runtime.interpolate = interpolate;
    let moving = false;
    const draw = () => {
      if (runtime.writer.write(world.poses, interpolate)) moving = true;
    };
    if (clock === 'frame' && !world.isDisposed) {
      const passed = onDemand && rested.current ? Math.min(delta, world.timeStep) : delta;
      runtime.stepper.advance(paused ? 0 : Math.max(0, passed), maxCatchUp, draw);
    } else {
      world.read();
      draw();
    }
    runtime.stepper.settle();
    runtime.published(performance.now() - began);
    if (!onDemand) return;
    const active = moving || (!paused && clock !== 'manual' && (world.awakeBodyCount > 0 || began < runtime.busyUntil));
    rested.current = !active;
    if (active) invalidate();
  }, PRIORITY);
}
