import type { Joint as EngineJoint, JointKind, JointOptionsOf, WorldEvents } from '@atoll/engine';
import type { Ref } from 'react';
import { quat, vec3, type QuatProp, type Vec3Prop } from '../math.js';
import type { BodyRef, JointSpec } from './joint-slot.js';

const vectors = [
  'anchor',
  'anchorA',
  'anchorB',
  'axis',
  'axisA',
  'axisB',
  'normal',
  'normalA',
  'normalB',
  'axle',
  'axleA',
] as const;
const rotations = ['rotationA', 'rotationB'] as const;
type VectorKey = (typeof vectors)[number];
type RotationKey = (typeof rotations)[number];

/** The engine's options of one type of joint, with three's vectors and quaternions allowed too. */
type OptionProps<K extends JointKind> = {
  [P in keyof Omit<JointOptionsOf<K>, 'type' | 'bodyA' | 'bodyB'>]: P extends VectorKey
    ? Vec3Prop | undefined
    : P extends RotationKey
      ? QuatProp | undefined
      : JointOptionsOf<K>[P];
};

interface JointBinding {
  /** A ref to each body; one of them may be left out or null, for the world itself. The joint is there while the refs are filled. */
  a?: BodyRef | null | undefined;
  b?: BodyRef | null | undefined;
  /** It bore more than `breakForce` or `breakTorque`, and is gone. It comes back when its `type`, `a`, `b` or `key` change. */
  onBreak?: ((event: WorldEvents['jointbreak']) => void) | undefined;
  /** The engine's joint, or null while a body is missing and after it broke. */
  ref?: Ref<EngineJoint> | undefined;
}

/** Props of one type of joint, without `type`. */
export type JointPropsOf<K extends JointKind> = JointBinding & OptionProps<K>;
type Typed<K extends JointKind> = K extends JointKind ? { type: K } & JointPropsOf<K> : never;
/** `<Joint type …>`: what it takes depends on the type. */
export type JointProps = Typed<JointKind>;

/** Sorts the props of a joint into what it is between and what it is like. */
export function specOf(props: JointProps): JointSpec {
  const { type, a, b, onBreak: _onBreak, ref: _ref, ...rest } = props;
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if ((vectors as readonly string[]).includes(key)) options[key] = vec3(value as Vec3Prop, `Joint.${key}`);
    else if ((rotations as readonly string[]).includes(key)) options[key] = quat(value as QuatProp, `Joint.${key}`);
    else options[key] = value;
  }
  return { type, a: a ?? null, b: b ?? null, options };
}
