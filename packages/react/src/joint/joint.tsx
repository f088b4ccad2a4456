import type { Joint as EngineJoint, JointOptions, WorldEvents } from '@atoll/engine';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { useWorldContext } from '../context.js';
import { vec3, type Vec3Prop } from '../math.js';
import { JointSlot, type BodyRef, type JointSpec } from './joint-slot.js';

type Plain = Pick<JointOptions, 'collideConnected' | 'breakForce' | 'breakTorque' | 'enabled'>;

export interface JointProps extends Plain {
  type: JointOptions['type'];
  /** A ref to each body. The joint is there while both are filled, whichever comes or goes first. */
  a: BodyRef;
  b: BodyRef;
  /** m, in body A. Default [0, 0, 0]. */
  anchorA?: Vec3Prop | undefined;
  /** m, in body B. Default [0, 0, 0]. */
  anchorB?: Vec3Prop | undefined;
  /** It broke: its force or torque went over the limit. */
  onBreak?: ((event: WorldEvents['jointbreak']) => void) | undefined;
  /** The engine's joint, or null while a body is missing. */
  ref?: Ref<EngineJoint> | undefined;
}

/** The engine's joint, which the `ref` of `<Joint>` gives. */
export type Joint = EngineJoint;

/**
 * Ties two bodies together.
 * @example <Joint type="spherical" a={hook} b={ball} anchorB={[0, 2, 0]} />
 */
export function Joint(props: JointProps): ReactNode {
  const { runtime } = useWorldContext('Joint');
  const [slot] = useState(() => new JointSlot());
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
    slot.onChange = (joint) => assign(latest.current.ref, joint);
    slot.commit(runtime, specOf(props));
  });
  const { ref } = props;
  useLayoutEffect(() => {
    assign(ref, slot.current);
    return () => assign(ref, null);
  }, [ref, slot]);
  useEffect(() => slot.retain(), [slot]);

  const hears = props.onBreak !== undefined;
  useEffect(() => {
    if (!hears) return;
    return runtime.world.on('jointbreak', (event) => {
      if (event.joint === slot.current) latest.current.onBreak?.(event);
    });
  }, [runtime, slot, hears]);
  return null;
}

/** `<Joint type="spherical">`: keeps the anchors together and leaves the rotation free. */
export function SphericalJoint(props: Omit<JointProps, 'type'>): ReactNode {
  return <Joint type="spherical" {...props} />;
}

function specOf({
  type,
  a,
  b,
  anchorA,
  anchorB,
  collideConnected,
  breakForce,
  breakTorque,
  enabled,
}: JointProps): JointSpec {
  const given = {
    anchorA: anchorA && vec3(anchorA),
    anchorB: anchorB && vec3(anchorB),
    collideConnected,
    breakForce,
    breakTorque,
    enabled,
  };
  return { type, a, b, options: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

function assign<T>(ref: Ref<T> | undefined, value: T | null): void {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
}
