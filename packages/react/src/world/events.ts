import type { World, WorldEvents, WorldEventType } from '@atoll/engine';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** World events as props. Their identity may change on each render. */
export interface WorldEventHandlers {
  onContactBegin?: ((event: WorldEvents['contactbegin']) => void) | undefined;
  onContactEnd?: ((event: WorldEvents['contactend']) => void) | undefined;
  onContactHit?: ((event: WorldEvents['contacthit']) => void) | undefined;
  onSensorEnter?: ((event: WorldEvents['sensorenter']) => void) | undefined;
  onSensorExit?: ((event: WorldEvents['sensorexit']) => void) | undefined;
  onSleep?: ((event: WorldEvents['sleep']) => void) | undefined;
  onWake?: ((event: WorldEvents['wake']) => void) | undefined;
  onJointBreak?: ((event: WorldEvents['jointbreak']) => void) | undefined;
  onProblem?: ((event: WorldEvents['problem']) => void) | undefined;
  onStall?: ((event: WorldEvents['stall']) => void) | undefined;
}

const types: Readonly<Record<keyof WorldEventHandlers, WorldEventType>> = {
  onContactBegin: 'contactbegin',
  onContactEnd: 'contactend',
  onContactHit: 'contacthit',
  onSensorEnter: 'sensorenter',
  onSensorExit: 'sensorexit',
  onSleep: 'sleep',
  onWake: 'wake',
  onJointBreak: 'jointbreak',
  onProblem: 'problem',
  onStall: 'stall',
};
const names = Object.keys(types) as (keyof WorldEventHandlers)[];

/** Subscribes to the events that have a handler. A new handler for the same event changes no subscription. */
export function useWorldEvents(world: World, handlers: WorldEventHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => void (latest.current = handlers));
  const wanted = names.filter((name) => handlers[name]).join();
  useEffect(() => {
    const subscribed = names.filter((name) => latest.current[name]);
    const ends = subscribed.map((name) =>
      world.on(types[name], (event) => (latest.current[name] as ((event: unknown) => void) | undefined)?.(event)),
    );
    return () => ends.forEach((end) => end());
  }, [world, wanted]);
}
