import { Body } from '../body/body.js';
import { PhysicsInputError } from '../errors.js';
import { describe } from '../validate/describe.js';
import { limit, nonNegative } from '../validate/number.js';
import { boolean, checkOptions, oneOf } from '../validate/options.js';
import { quat, vec3 } from '../validate/vector.js';
import type { Core } from '../world/core.js';
import {
  angles,
  coneAngle,
  distances,
  lengths,
  motor,
  optional,
  pose,
  softness,
  spring,
  steering,
  threeAxes,
  unit,
  vectorMotor,
  type Check,
} from './check.js';
import { constrain, type Constraint } from './constraint.js';
import { framesOf, type JointFrames } from './frames.js';
import type { JointKind } from './options.js';

/** Checked copies of the options that were given. */
type Given = Readonly<Record<string, unknown>>;

/** Every option of a joint, checked, and what the simulation makes of them. */
export interface JointSettings {
  readonly type: JointKind;
  readonly bodyA: Body | null;
  readonly bodyB: Body | null;
  readonly given: Given;
  readonly frames: JointFrames;
  readonly constraint: Constraint;
}

type Checks = Readonly<Record<string, Check>>;

const common: Checks = {
  anchor: vec3,
  anchorA: vec3,
  anchorB: vec3,
  collideConnected: boolean,
  breakForce: limit,
  breakTorque: limit,
  enabled: boolean,
};
const axes: Checks = { axis: unit, axisA: unit, axisB: unit, normal: unit, normalA: unit, normalB: unit };
const rotations: Checks = { rotationA: quat, rotationB: quat };
const driven = (limits: Check): Checks => ({
  limits: optional(limits),
  spring: optional(spring),
  motor: optional(motor),
});

/** The options of each type but `type` and the bodies. */
const checks: Readonly<Record<JointKind, Checks>> = {
  fixed: { ...common, ...rotations, spring: optional(softness) },
  spherical: {
    ...common,
    ...axes,
    limits: optional(angles),
    cone: optional(coneAngle),
    spring: optional(softness),
    motor: optional(vectorMotor),
  },
  revolute: { ...common, ...axes, ...driven(angles) },
  prismatic: { ...common, ...axes, ...driven(lengths) },
  distance: { ...common, length: nonNegative, ...driven(distances) },
  rope: { ...common, length: nonNegative },
  spring: { ...common, length: nonNegative, spring: optional(spring) },
  wheel: {
    ...common,
    axis: unit,
    axle: unit,
    axisA: unit,
    axisB: unit,
    axleA: unit,
    ...driven(lengths),
    steering: optional(steering),
  },
  motor: {
    ...common,
    ...rotations,
    target: pose,
    hertz: nonNegative,
    dampingRatio: nonNegative,
    maxForce: limit,
    maxTorque: limit,
  },
  generic: { ...common, ...axes, linear: threeAxes(lengths), angular: threeAxes(angles) },
};

const kinds = Object.keys(checks) as JointKind[];
/** Options that say the same of the world as others say of each body. */
const exclusive: readonly (readonly [world: string, local: readonly string[]])[] = [
  ['anchor', ['anchorA', 'anchorB']],
  ['axis', ['axisA', 'axisB', 'normalA', 'normalB', 'axleA']],
  ['normal', ['axisA', 'axisB', 'normalA', 'normalB']],
  ['axle', ['axisA', 'axisB', 'axleA']],
];
const framed: ReadonlySet<string> = new Set([...Object.keys(axes), ...Object.keys(rotations), 'axle', 'axleA']);
const isFramed = (key: string): boolean => framed.has(key) || key.startsWith('anchor');

const keysOf = (type: JointKind, ...more: string[]): ReadonlySet<string> =>
  new Set([...Object.keys(checks[type]), ...more]);

/** `RevoluteJoint`, as messages name it. */
const labelOf = (type: JointKind): string => `${type[0]!.toUpperCase()}${type.slice(1)}Joint`;

/** @param core the world that the bodies must belong to. */
export function resolveJoint(options: unknown, core: Core): JointSettings {
  if (typeof options !== 'object' || options === null) {
    throw new PhysicsInputError('wrong-type', 'Joint', `expected an object of options, got ${describe(options)}`);
  }
  const type = oneOf((options as { type?: unknown }).type, kinds, 'Joint.type');
  const label = labelOf(type);
  checkOptions(options, keysOf(type, 'type', 'bodyA', 'bodyB'), label);
  const bodyA = checkBody(options.bodyA, core, `${label}.bodyA`);
  const bodyB = checkBody(options.bodyB, core, `${label}.bodyB`);
  if (bodyA === bodyB) {
    const expected = bodyA ? 'expected another body than bodyA' : 'expected a body: both ends are the world';
    throw new PhysicsInputError('out-of-range', `${label}.bodyB`, expected);
  }
  const given = checkGiven(type, options, label);
  const frames = framesOf(type, given, bodyA, bodyB, label);
  return { type, bodyA, bodyB, given, frames, constraint: constrain(type, given, frames) };
}

/** `settings` with the given options replaced. One that is there and undefined goes back to its default. */
export function mergeJoint(settings: JointSettings, options: unknown): JointSettings {
  const { type, bodyA, bodyB } = settings;
  const label = labelOf(type);
  checkOptions(options, keysOf(type), label);
  const changes = checkGiven(type, options, label);
  const named = Object.keys(options);
  // What is said of the world takes the place of what was said of a body, and the other way round.
  const replaced = exclusive.flatMap(([world, local]) => [
    ...(world in changes ? local : []),
    ...(local.some((key) => key in changes) ? [world] : []),
  ]);
  const kept = Object.entries(settings.given).filter(([key]) => !named.includes(key) && !replaced.includes(key));
  const given: Given = { ...Object.fromEntries(kept), ...changes };
  const frames = named.some(isFramed) ? framesOf(type, given, bodyA, bodyB, label) : settings.frames;
  return { type, bodyA, bodyB, given, frames, constraint: constrain(type, given, frames) };
}

function checkGiven(type: JointKind, options: Record<string, unknown>, label: string): Given {
  const out: Record<string, unknown> = {};
  for (const [key, check] of Object.entries(checks[type])) {
    const value = options[key];
    if (value !== undefined) out[key] = check(value, `${label}.${key}`);
  }
  for (const [world, local] of exclusive) {
    const other = world in out ? local.find((key) => key in out) : undefined;
    if (other) {
      throw new PhysicsInputError(
        'unknown-option',
        `${label}.${other}`,
        `expected either ${world} or ${local.filter((key) => key in checks[type]).join(', ')}`,
      );
    }
  }
  return out;
}

function checkBody(value: unknown, core: Core, where: string): Body | null {
  if (value === undefined || value === null) return null;
  if (!(value instanceof Body))
    throw new PhysicsInputError('wrong-type', where, `expected a Body, or null for the world, got ${describe(value)}`);
  if (!value.isValid) throw new PhysicsInputError('stale-handle', where, 'the body was destroyed');
  if (core.bodies.get(value.handle) !== value)
    throw new PhysicsInputError('stale-handle', where, 'the body belongs to another world');
  return value;
}
