import { useEffect, useLayoutEffect, useRef } from 'react';
import { useWorldContext } from '../context.js';
import type { AfterStep, BeforeStep } from '../world/stepper.js';

/**
 * Runs before each step that the frame loop asks for: the place for forces, which last one step. Never re-renders.
 * Steps that are asked for by hand, or by `clock="fixed"`, do not call it.
 * @example useBeforeStep(() => body.current?.applyForce([0, 20, 0]));
 */
export function useBeforeStep(act: BeforeStep): void {
  const { runtime } = useWorldContext('useBeforeStep');
  useSubscription(runtime.stepper.before, act);
}

/**
 * Runs in a frame in which new steps were read, after the objects were moved, with how many steps those are. Never re-renders.
 * @example useAfterStep((world, steps) => console.log(world.stepCount, steps));
 */
export function useAfterStep(act: AfterStep): void {
  const { runtime } = useWorldContext('useAfterStep');
  useSubscription(runtime.stepper.after, act);
}

function useSubscription<A extends unknown[]>(set: Set<(...args: A) => void>, act: (...args: A) => void): void {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  useEffect(() => {
    const entry = (...args: A) => latest.current(...args);
    set.add(entry);
    return () => void set.delete(entry);
  }, [set]);
}
