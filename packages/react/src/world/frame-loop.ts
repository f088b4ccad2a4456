import { useFrame, useThree } from '@react-three/fiber';
import { useLayoutEffect, useRef } from 'react';
import { useLatest } from '../hooks/use-latest.js';
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
}

/** Before the user's own `useFrame`, so that they see this frame's poses. Not above 0: that would take over rendering. */
const PRIORITY = -100;

/** Once a drawn frame: lets time pass, reads what has come, moves the objects. */
export function useFrameLoop(runtime: WorldRuntime, settings: LoopSettings): void {
  const latest = useLatest(settings);
  const { clock, paused } = settings;
  const invalidate = useThree((state) => state.invalidate);
  const onDemand = useThree((state) => state.frameloop === 'demand');

  useLayoutEffect(() => {
    runtime.requestFrame = () => invalidate();
    runtime.invalidate();
    return () => void (runtime.requestFrame = () => {});
  }, [runtime, invalidate, clock, paused]);

  useLayoutEffect(() => {
    if (clock !== 'fixed' || paused || runtime.world.isDisposed || runtime.world.failure) return;
    runtime.world.start();
    runtime.stepsByItself = true;
    return () => {
      runtime.stepsByItself = false;
      runtime.world.stop();
    };
  }, [runtime, clock, paused]);

  // Steps by hand ask for nothing: what they move is to be seen too. The other clocks know themselves when there are steps.
  useLayoutEffect(
    () => (clock === 'manual' ? runtime.world.on('beforestep', () => invalidate()) : undefined),
    [runtime, clock, invalidate],
  );

  /** A frame after a rest, or the first one, must not catch up with what went before. */
  const rested = useRef(true);

  useFrame((_, delta) => {
    const began = runtime.storeReaders > 0 ? performance.now() : 0;
    const { world } = runtime;
    const { clock, paused, interpolate } = latest.current;
    runtime.interpolate = interpolate;
    if (clock === 'frame') {
      const passed = rested.current ? Math.min(delta, world.timeStep) : delta;
      const mayRest = !paused && !runtime.isWatched;
      if (!world.isDisposed) world.advance(paused ? 0 : Math.max(0, passed), { mayRest });
    } else {
      world.read();
    }
    const moving = runtime.writer.write(world.poses, interpolate);
    runtime.settle();
    runtime.published(began);
    const isDue = world.awakeBodyCount > 0 || runtime.awaitsStep;
    const runs = clock === 'manual' ? world.pendingSteps > 0 : !paused && isDue;
    rested.current = paused || (onDemand && !moving && !runs);
    if (onDemand && (moving || runs)) invalidate();
  }, PRIORITY);
}
