import type { Joint as EngineJoint, JointKind } from '@atoll/engine';
import { useCallback, useLayoutEffect, useState, type ReactNode, type Ref } from 'react';
import { useLatest } from '../hooks/use-latest.js';
import type { JointProps, JointPropsOf } from './props.js';
import { useJoint } from './use-joint.js';

/** The engine's joint, which the `ref` of `<Joint>` gives. */
export type Joint = EngineJoint;

/**
 * Ties two bodies together, or one to the world.
 * @example <Joint type="revolute" b={door} anchor={[0, 1, 0]} axis={[0, 1, 0]} limits={{ min: 0, max: 1.5 }} />
 */
export function Joint(props: JointProps): ReactNode {
  const { ref } = props;
  const latest = useLatest(ref);
  const [hold] = useState(refHolder);
  const joint = useJoint(
    props,
    'Joint',
    useCallback((now: EngineJoint | null) => hold(latest.current, now), [hold, latest]),
  );
  useLayoutEffect(() => {
    hold(ref, joint.current);
    return () => hold(undefined, null);
  }, [hold, ref, joint]);
  return null;
}

/** A component of one type of joint. */
const sugar =
  <K extends JointKind>(type: K) =>
  (props: JointPropsOf<K>): ReactNode => <Joint {...({ type, ...props } as unknown as JointProps)} />;

/** Welds bodies together; without anchors, as they stand. */
export const FixedJoint = sugar('fixed');
/** Keeps the anchors together and leaves the rotation free, within a cone and a twist if told. */
export const SphericalJoint = sugar('spherical');
/** A hinge. */
export const RevoluteJoint = sugar('revolute');
/** A slider. */
export const PrismaticJoint = sugar('prismatic');
/** A rod between the anchors. */
export const DistanceJoint = sugar('distance');
/** The anchors are at most so far apart. */
export const RopeJoint = sugar('rope');
/** A spring between the anchors. */
export const SpringJoint = sugar('spring');
/** A wheel `b` on a chassis `a`. */
export const WheelJoint = sugar('wheel');
/** Drives `b` to a pose in the frame of `a`, or of the world. */
export const MotorJoint = sugar('motor');
/** Six degrees of freedom, each free, locked, limited or driven. */
export const GenericJoint = sugar('generic');

type JointRef = Ref<EngineJoint> | undefined;

/** Puts a joint, which comes and goes without a render, into a ref, and takes it out again as React does. */
function refHolder(): (ref: JointRef, joint: EngineJoint | null) => void {
  let held: unknown;
  let from: JointRef;
  let end: (() => void) | undefined;
  return (ref, joint) => {
    if (from === ref && held === joint) return;
    from = ref;
    held = joint;
    end?.();
    end = undefined;
    if (!ref || !joint) return;
    const put = typeof ref === 'function' ? ref : (value: EngineJoint | null) => void (ref.current = value);
    const ended = put(joint);
    end = typeof ended === 'function' ? ended : () => void put(null);
  };
}
