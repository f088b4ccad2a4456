import type { Body, HitsOf, QueryFilter, QueryMode, World } from '@atoll/engine';
import { useContext, useEffect, useState, type RefObject } from 'react';
import { Quaternion, Vector3 } from 'three';
import { BodyContext, useWorldContext } from '../context.js';
import { ORIGIN } from '../math.js';
import { resolve, type BodyRef } from '../joint/joint-slot.js';
import { useGuard } from './use-guard.js';
import { useLatest } from './use-latest.js';

/** What a query goes with. */
export interface QueryFrame {
  readonly body: Body | undefined;
  /** m, world space. */
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/**
 * Asks the world something once a drawn frame, after poses were written and before the user's `useFrame`, and keeps the answer in a ref.
 * One that comes later is waited for: there is one question at a time.
 */
export function useQuery<T>(
  caller: string,
  ref: BodyRef | undefined,
  nothing: T,
  ask: (world: World, frame: QueryFrame) => T | Promise<T>,
): RefObject<T> {
  const { runtime } = useWorldContext(caller);
  const guard = useGuard();
  const own = useContext(BodyContext);
  const target = ref ?? (own as BodyRef | null);
  const latest = useLatest(ask);
  const [answer] = useState<RefObject<T>>(() => ({ current: nothing }));
  const empty = useLatest(nothing);
  useEffect(() => {
    const { world } = runtime;
    const position = new Vector3();
    const rotation = new Quaternion();
    let waiting = false;
    let ended = false;
    const look = (): void => {
      if (waiting || world.isDisposed || world.failure) return;
      const body = target ? resolve(target) : undefined;
      if (target && !body) {
        answer.current = empty.current;
        return;
      }
      position.set(...(body?.position ?? ORIGIN));
      rotation.set(...(body?.rotation ?? IDENTITY));
      guard(() => {
        const found = latest.current(world, { body, position, rotation });
        if (!(found instanceof Promise)) {
          answer.current = found;
          return;
        }
        waiting = true;
        found.then(
          (value) => {
            waiting = false;
            if (!ended) answer.current = value;
          },
          (error: unknown) => {
            waiting = false;
            // A world that goes takes its open questions with it.
            if (ended || world.isDisposed) return;
            guard(() => {
              throw error;
            });
          },
        );
      });
    };
    look();
    runtime.frameListeners.add(look);
    return () => {
      ended = true;
      runtime.frameListeners.delete(look);
      answer.current = empty.current;
    };
  }, [runtime, target, answer, latest, empty, guard]);
  return answer;
}

export const IDENTITY = [0, 0, 0, 1] as const;

/** The filter, which leaves out the body that the query goes with. */
export function ignoring(filter: QueryFilter | undefined, { body }: QueryFrame): QueryFilter | undefined {
  return body ? { ...filter, ignore: [...(filter?.ignore ?? []), body] } : filter;
}

/** What a cast that finds nothing gives. */
export const nothingOf = (options: { mode?: QueryMode | undefined } | (() => unknown)): HitsOf<QueryMode> =>
  'mode' in options && options.mode === 'all' ? [] : null;
