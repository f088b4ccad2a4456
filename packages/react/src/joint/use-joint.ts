import type { Joint } from '@atoll/engine';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useWorldContext } from '../context.js';
import { useGuard } from '../hooks/use-guard.js';
import { useLife } from '../hooks/use-life.js';
import { JointSlot } from './joint-slot.js';
import { specOf, type JointProps } from './props.js';

/** The joint of a component: there while the refs to its bodies are filled. Never re-renders. */
export function useJoint(
  props: Omit<JointProps, 'ref'>,
  where: string,
  onChange?: (joint: Joint | null) => void,
): RefObject<Joint | null> {
  const { runtime } = useWorldContext(where);
  const guard = useGuard();
  const [slot] = useState(() => new JointSlot(guard));
  const joint = useRef<Joint | null>(null);
  const latest = useRef({ props, onChange });
  useLayoutEffect(() => {
    latest.current = { props, onChange };
    slot.onChange = (now) => {
      joint.current = now;
      latest.current.onChange?.(now);
    };
    slot.onBreak = (event) => latest.current.props.onBreak?.(event);
    slot.commit(runtime, specOf(props as JointProps));
  });
  useLife(slot, runtime);
  return joint;
}
