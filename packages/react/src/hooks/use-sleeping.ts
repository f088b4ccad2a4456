import type { Body } from '@atoll/engine';
import type { BodyRef } from '../joint/joint-slot.js';
import { useBodyValue } from './target.js';

const attach = (body: Body, notify: () => void) => body.onSleepChange(notify);
const read = (body: Body | undefined) => body?.isSleeping ?? false;

/** Whether a body is asleep: the one that `ref` holds, or the nearest `<Body>`'s. Re-renders when that changes, never once a step. */
export function useSleeping(ref?: BodyRef): boolean {
  return useBodyValue(ref, 'useSleeping', attach, read);
}
