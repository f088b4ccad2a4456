import type { Body } from '@atoll/engine';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { hearPairs } from '../body/groups.js';
import { useWorldContext } from '../context.js';
import { BodyEvents } from '../events/body-events.js';
import type { BodyEventHandlers } from '../events/types.js';
import type { BodyRef } from '../joint/joint-slot.js';
import { followBody, useTarget } from './target.js';

/**
 * Hears events of a body: of the one that `ref` holds, or of the nearest `<Body>`. The handlers are those that `<Body>` takes, and may be
 * new functions on each render. A body that is not dynamic tells of others of that kind too; of `<InstancedBodies>`, all of them do.
 * Never re-renders.
 * @example
 * useCollisions({ onCollisionEnter: ({ other }) => console.log(other.userData) });
 * @example
 * useCollisions(player, { onIntersectionEnter: ({ other }) => collect(other) });
 */
export function useCollisions(handlers: BodyEventHandlers): void;
export function useCollisions(ref: BodyRef | undefined, handlers: BodyEventHandlers): void;
export function useCollisions(first: BodyRef | BodyEventHandlers | undefined, second?: BodyEventHandlers): void {
  const handlers = second ?? (first as BodyEventHandlers);
  const { runtime } = useWorldContext('useCollisions');
  const target = useTarget(second ? (first as BodyRef | undefined) : undefined, 'useCollisions');
  const latest = useRef(handlers);
  const events = useRef<BodyEvents>(undefined);
  useLayoutEffect(() => {
    latest.current = handlers;
    events.current?.update();
  });
  useEffect(() => {
    const attach = (body: Body): (() => void) => {
      const heard = new BodyEvents(runtime.world, body, {
        handlers: () => latest.current,
        hearPairs: () => hearPairs(body),
      });
      events.current = heard;
      heard.update();
      return () => {
        heard.end();
        events.current = undefined;
      };
    };
    return followBody(runtime, target, attach, () => {});
  }, [runtime, target]);
}
