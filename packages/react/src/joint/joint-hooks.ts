import type { Joint, JointKind } from '@atoll/engine';
import type { RefObject } from 'react';
import type { BodyRef } from './joint-slot.js';
import type { JointProps, JointPropsOf } from './props.js';
import { useJoint } from './use-joint.js';

/** What a joint hook takes besides the bodies: the props of the component of the same name. */
export type JointHookOptions<K extends JointKind> = Omit<JointPropsOf<K>, 'a' | 'b' | 'ref'>;

/**
 * As the component of the same name, for bodies by ref: null is the world. Gives a ref to the engine's joint.
 * @example const hinge = useRevoluteJoint(frame, door, { anchor: [0, 1, 0], axis: [0, 1, 0] });
 */
type JointHook<K extends JointKind> = (
  a: BodyRef | null,
  b: BodyRef | null,
  options?: JointHookOptions<K>,
) => RefObject<Joint | null>;

const hook =
  <K extends JointKind>(type: K, name: string): JointHook<K> =>
  (a, b, options) =>
    useJoint({ type, a, b, ...options } as unknown as JointProps, name);

export const useFixedJoint = hook('fixed', 'useFixedJoint');
export const useSphericalJoint = hook('spherical', 'useSphericalJoint');
export const useRevoluteJoint = hook('revolute', 'useRevoluteJoint');
export const usePrismaticJoint = hook('prismatic', 'usePrismaticJoint');
export const useDistanceJoint = hook('distance', 'useDistanceJoint');
export const useRopeJoint = hook('rope', 'useRopeJoint');
export const useSpringJoint = hook('spring', 'useSpringJoint');
export const useWheelJoint = hook('wheel', 'useWheelJoint');
export const useMotorJoint = hook('motor', 'useMotorJoint');
export const useGenericJoint = hook('generic', 'useGenericJoint');
