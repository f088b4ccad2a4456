import type { BeforeStepEvent, World } from '@atoll/engine';
import { useEffect } from 'react';
import { useWorldContext } from '../context.js';
import { useLatest } from './use-latest.js';

/** Told the world, and the number and the length of the step. */
export type BeforeStep = (world: World, event: BeforeStepEvent) => void;
/** Told the world, and how many steps were read. */
export type AfterStep = (world: World, steps: number) => void;

/**
 * Runs before each step that is asked for: the place for forces, which last one step, and for kinematic targets. Never re-renders.
 * With `clock="fixed"` the pool leaves its clock to the page while it is used: a hidden page slows down then.
 * @example useBeforeStep(() => body.current?.applyForce([0, 20000, 0]));
 */
export function useBeforeStep(act: BeforeStep): void {
  const { runtime } = useWorldContext('useBeforeStep');
  const latest = useLatest(act);
  useEffect(() => {
    const { world } = runtime;
    return world.on('beforestep', (event) => latest.current(world, event));
  }, [runtime, latest]);
}

/**
 * Runs in a frame in which new steps were read, after the objects were moved, with how many steps those are. Never re-renders.
 * @example useAfterStep((world, steps) => console.log(world.stepCount, steps));
 */
export function useAfterStep(act: AfterStep): void {
  const { runtime } = useWorldContext('useAfterStep');
  const latest = useLatest(act);
  useEffect(() => {
    const entry: AfterStep = (world, steps) => latest.current(world, steps);
    runtime.afterStep.add(entry);
    return () => void runtime.afterStep.delete(entry);
  }, [runtime, latest]);
}
