import type { World, WorldEvents, WorldEventType } from '@atoll/engine';
import { useEffect } from 'react';
import { meetingsIn, type PairKind } from '../events/encounters.js';
import { told } from '../events/told.js';
import type { BodyEventHandlers } from '../events/types.js';
import { useLatest } from '../hooks/use-latest.js';

/** Events of all bodies, each two once: which of them is the `target` stays the same while they are together. */
type MeetingHandlers = Pick<
  BodyEventHandlers,
  'onCollisionEnter' | 'onCollisionExit' | 'onIntersectionEnter' | 'onIntersectionExit' | 'onContactForce'
>;

/** World events as props. Their identity may change on each render. */
export interface WorldEventHandlers extends MeetingHandlers {
  onContactBegin?: ((event: WorldEvents['contactbegin']) => void) | undefined;
  onContactEnd?: ((event: WorldEvents['contactend']) => void) | undefined;
  onContactHit?: ((event: WorldEvents['contacthit']) => void) | undefined;
  onSensorEnter?: ((event: WorldEvents['sensorenter']) => void) | undefined;
  onSensorExit?: ((event: WorldEvents['sensorexit']) => void) | undefined;
  onSleep?: ((event: WorldEvents['sleep']) => void) | undefined;
  onWake?: ((event: WorldEvents['wake']) => void) | undefined;
  onJointBreak?: ((event: WorldEvents['jointbreak']) => void) | undefined;
  onProblem?: ((event: WorldEvents['problem']) => void) | undefined;
  onRestore?: ((event: WorldEvents['restore']) => void) | undefined;
  onStall?: ((event: WorldEvents['stall']) => void) | undefined;
}

/** Handlers that hear what the engine tells, as it is. */
const types: Readonly<Record<Exclude<keyof WorldEventHandlers, keyof MeetingHandlers>, WorldEventType>> = {
  onContactBegin: 'contactbegin',
  onContactEnd: 'contactend',
  onContactHit: 'contacthit',
  onSensorEnter: 'sensorenter',
  onSensorExit: 'sensorexit',
  onSleep: 'sleep',
  onWake: 'wake',
  onJointBreak: 'jointbreak',
  onProblem: 'problem',
  onRestore: 'restore',
  onStall: 'stall',
};
const meetings: Readonly<Partial<Record<keyof MeetingHandlers, [kind: PairKind, enters: boolean]>>> = {
  onCollisionEnter: ['contacts', true],
  onCollisionExit: ['contacts', false],
  onIntersectionEnter: ['overlaps', true],
  onIntersectionExit: ['overlaps', false],
};
type Name = keyof WorldEventHandlers;
const names = [...Object.keys(types), ...Object.keys(meetings), 'onContactForce'] as Name[];

/** Subscribes to the events that have a handler. A new handler for the same event changes no subscription. */
export function useWorldEvents(world: World, handlers: WorldEventHandlers): void {
  const latest = useLatest(handlers);
  const wanted = names.filter((name) => handlers[name]).join();
  useEffect(() => {
    const tell = (name: Name, event: unknown) =>
      (latest.current[name] as ((event: unknown) => void) | undefined)?.(event);
    const subscribe = (name: Name): (() => void) => {
      if (name === 'onContactForce') return world.on('contactforce', (event) => tell(name, told(event, event.bodyA)));
      const meeting = meetings[name as keyof MeetingHandlers];
      if (!meeting) return world.on(types[name as keyof typeof types], (event) => tell(name, event));
      return meetingsIn(world, meeting[0], (enters, event, target) => {
        if (enters === meeting[1]) tell(name, told(event, target));
      });
    };
    const ends = names.filter((name) => latest.current[name]).map(subscribe);
    return () => ends.forEach((end) => end());
  }, [world, wanted, latest]);
}
