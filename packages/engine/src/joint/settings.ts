import { Body } from '../body/body.js';
import { PhysicsInputError } from '../errors.js';
import type { Vec3 } from '../types.js';
import { describe } from '../validate/describe.js';
import { limit } from '../validate/number.js';
import { boolean, checkOptions, given, oneOf } from '../validate/options.js';
import { vec3 } from '../validate/vector.js';
import type { Core } from '../world/core.js';

export type JointKind = 'spherical';

/** Every option of a joint, checked and filled in. */
export interface JointSettings {
  readonly type: JointKind;
  readonly bodyA: Body;
  readonly bodyB: Body;
  readonly anchorA: Vec3;
  readonly anchorB: Vec3;
  readonly collideConnected: boolean;
  readonly breakForce: number;
  readonly breakTorque: number;
  readonly enabled: boolean;
}

const laterTypes = ['fixed', 'revolute', 'prismatic', 'distance', 'rope', 'spring', 'wheel', 'motor'];
const updatable = ['anchorA', 'anchorB', 'collideConnected', 'breakForce', 'breakTorque', 'enabled'];
const knownUpdates: ReadonlySet<string> = new Set(updatable);
const known: ReadonlySet<string> = new Set(['type', 'bodyA', 'bodyB', ...updatable]);
const LABEL = 'SphericalJoint';

const defaults = {
  anchorA: [0, 0, 0] as Vec3,
  anchorB: [0, 0, 0] as Vec3,
  collideConnected: false,
  breakForce: Infinity,
  breakTorque: Infinity,
  enabled: true,
};

/** @param core the world that the bodies must belong to. */
export function resolveJoint(options: unknown, core: Core): JointSettings {
  if (typeof options !== 'object' || options === null) {
    throw new PhysicsInputError('wrong-type', 'Joint', `expected an object of options, got ${describe(options)}`);
  }
  const { type: name } = options as { type?: unknown };
  if (laterTypes.includes(name as string)) {
    throw new PhysicsInputError('unsupported', 'Joint.type', `'${String(name)}' is not available yet`);
  }
  const type = oneOf(name, ['spherical'] as const, 'Joint.type');
  checkOptions(options, known, LABEL);
  const bodyA = checkBody(options.bodyA, core, `${LABEL}.bodyA`);
  const bodyB = checkBody(options.bodyB, core, `${LABEL}.bodyB`);
  if (bodyA === bodyB)
    throw new PhysicsInputError('out-of-range', `${LABEL}.bodyB`, 'expected another body than bodyA');
  return { type, bodyA, bodyB, ...resolveCommon(options, defaults) };
}

/** `settings` with the given options replaced. One that is there and undefined goes back to its default. */
export function mergeJoint(settings: JointSettings, options: unknown): JointSettings {
  checkOptions(options, knownUpdates, LABEL);
  return { ...settings, ...resolveCommon(options, settings) };
}

function resolveCommon(options: Record<string, unknown>, base: typeof defaults): typeof defaults {
  const pick = <K extends keyof typeof defaults>(
    key: K,
    check: (value: unknown, where: string) => (typeof defaults)[K],
  ): (typeof defaults)[K] =>
    key in options ? given(options[key], defaults[key], check, `${LABEL}.${key}`) : base[key];
  return {
    anchorA: pick('anchorA', vec3),
    anchorB: pick('anchorB', vec3),
    collideConnected: pick('collideConnected', boolean),
    breakForce: pick('breakForce', limit),
    breakTorque: pick('breakTorque', limit),
    enabled: pick('enabled', boolean),
  };
}

function checkBody(value: unknown, core: Core, where: string): Body {
  if (!(value instanceof Body))
    throw new PhysicsInputError('wrong-type', where, `expected a Body, got ${describe(value)}`);
  if (!value.isValid) throw new PhysicsInputError('stale-handle', where, 'the body was destroyed');
  if (core.bodies.get(value.handle) !== value)
    throw new PhysicsInputError('stale-handle', where, 'the body belongs to another world');
  return value;
}
