import { JointLock, JointRowKind } from '@atoll/kernel';
import type { Quat, Vec3 } from '../types.js';
import type { Axis, Limits, Motor, Softness, Spring, Steering } from './check.js';
import { anchorInWorld, multiply, type JointFrames } from './frames.js';
import type { JointKind } from './options.js';

/** One coordinate of a joint that is limited, sprung or driven. */
export interface Row {
  readonly kind: number;
  readonly limits?: Limits | undefined;
  readonly spring?: Spring | undefined;
  readonly motor?: Motor | undefined;
}

/** A spring that holds the locked axes, in place of a rigid lock. */
export interface BlockSpring extends Softness {
  readonly maxForce: number;
}

/** What the simulation knows of a joint: its type is spelled out in locked axes and rows. */
export interface Constraint {
  /** As the options say, or moved to a target. */
  readonly frames: JointFrames;
  /** JointLock bits. */
  readonly locks: number;
  readonly linearSpring?: BlockSpring | undefined;
  readonly angularSpring?: BlockSpring | undefined;
  readonly rows: readonly Row[];
}

/** Checked options of any type of joint. */
interface Options {
  readonly limits?: Limits;
  readonly spring?: Spring | Softness;
  readonly motor?: Motor | { readonly velocity: Vec3; readonly maxForce: number };
  readonly cone?: number;
  readonly length?: number;
  readonly steering?: Steering;
  readonly target?: { readonly position: Vec3; readonly rotation: Quat };
  readonly hertz?: number;
  readonly dampingRatio?: number;
  readonly maxForce?: number;
  readonly maxTorque?: number;
  readonly linear?: readonly [Axis, Axis, Axis];
  readonly angular?: readonly [Axis, Axis, Axis];
}

const ZERO: Limits = { min: 0, max: 0 };
const SLIDE = JointLock.LinearY | JointLock.LinearZ;
const HINGE = JointLock.AngularY | JointLock.AngularZ;
const SPRING: Spring = { hertz: 1, damping: 0.1, isStiffness: false, target: undefined, maxForce: Infinity };

/** Spells a joint out. */
export function constrain(type: JointKind, given: object, frames: JointFrames): Constraint {
  const options = given as Options;
  const driven = { limits: options.limits, spring: options.spring as Spring, motor: options.motor as Motor };
  switch (type) {
    case 'fixed': {
      const soft = softened(options.spring as Softness | undefined);
      return { frames, locks: JointLock.Linear | JointLock.Angular, linearSpring: soft, angularSpring: soft, rows: [] };
    }
    case 'spherical':
      return spherical(options, frames);
    case 'revolute':
      return { frames, locks: JointLock.Linear | HINGE, rows: rows({ kind: JointRowKind.AngularX, ...driven }) };
    case 'prismatic':
      return { frames, locks: SLIDE | JointLock.Angular, rows: rows({ kind: JointRowKind.LinearX, ...driven }) };
    case 'distance':
      return { frames, locks: 0, rows: [distance(driven, options.length ?? frames.length)] };
    case 'rope':
      return {
        frames,
        locks: 0,
        rows: [{ kind: JointRowKind.Distance, limits: { min: 0, max: options.length ?? frames.length } }],
      };
    case 'spring': {
      const spring = { ...((options.spring as Spring | undefined) ?? SPRING), target: options.length ?? frames.length };
      return { frames, locks: 0, rows: [{ kind: JointRowKind.Distance, spring }] };
    }
    case 'wheel':
      return wheel(driven, options.steering, frames);
    case 'motor':
      return poseMotor(options, frames);
    case 'generic':
      return generic(options, frames);
  }
}

/** Rows that do something. */
const rows = (...all: Row[]): Row[] => all.filter((row) => row.limits ?? row.spring ?? row.motor);

const softened = (softness: Softness | undefined): BlockSpring | undefined =>
  softness && softness.hertz > 0 ? { ...softness, maxForce: Infinity } : undefined;

function spherical(options: Options, frames: JointFrames): Constraint {
  const { limits, cone } = options;
  const motor = options.motor as { velocity: Vec3; maxForce: number } | undefined;
  const angularSpring = softened(options.spring as Softness | undefined);
  const rates = [JointRowKind.RateX, JointRowKind.RateY, JointRowKind.RateZ];
  return {
    frames,
    locks: JointLock.Linear | (angularSpring ? JointLock.Angular : 0),
    angularSpring,
    rows: rows(
      ...(motor ? rates.map((kind, i) => ({ kind, motor: { ...motor, velocity: motor.velocity[i]! } })) : []),
      { kind: JointRowKind.AngularX, limits },
      { kind: JointRowKind.Cone, limits: cone === undefined ? undefined : { min: -cone, max: cone } },
    ),
  };
}

/** A rod, unless it is told to give. */
function distance({ limits, spring, motor }: Omit<Row, 'kind'>, length: number): Row {
  const gives = limits ?? spring ?? motor;
  return {
    kind: JointRowKind.Distance,
    limits: gives ? limits : { min: length, max: length },
    spring: spring && { ...spring, target: spring.target ?? length },
    motor,
  };
}

function wheel(
  { limits, spring, motor }: Omit<Row, 'kind'>,
  steering: Steering | undefined,
  frames: JointFrames,
): Constraint {
  const angle = steering?.angle ?? 0;
  const soft = steering && steering.hertz > 0;
  return {
    frames,
    locks: SLIDE,
    rows: rows(
      { kind: JointRowKind.LinearX, limits: limits ?? (spring ? undefined : ZERO), spring },
      { kind: JointRowKind.Camber, limits: ZERO },
      {
        kind: JointRowKind.Steering,
        limits: soft ? undefined : { min: angle, max: angle },
        spring: soft
          ? {
              hertz: steering.hertz,
              damping: steering.dampingRatio,
              isStiffness: false,
              target: angle,
              maxForce: steering.maxTorque,
            }
          : undefined,
      },
      { kind: JointRowKind.Spin, motor },
    ),
  };
}

function poseMotor(options: Options, frames: JointFrames): Constraint {
  const { target, hertz = 5, dampingRatio = 1, maxForce = Infinity, maxTorque = Infinity } = options;
  const moved = target
    ? {
        ...frames,
        anchorA: anchorInWorld({ position: frames.anchorA, rotation: frames.rotationA }, target.position),
        rotationA: multiply(frames.rotationA, target.rotation),
      }
    : frames;
  return {
    frames: moved,
    locks: JointLock.Linear | JointLock.Angular,
    linearSpring: { hertz, dampingRatio, maxForce },
    angularSpring: { hertz, dampingRatio, maxForce: maxTorque },
    rows: [],
  };
}

function generic(options: Options, frames: JointFrames): Constraint {
  const all: readonly Axis[] = ['locked', 'locked', 'locked'];
  const linear = genericAxes(options.linear ?? all, JointRowKind.LinearX);
  const angular = genericAxes(options.angular ?? all, JointRowKind.AngularX);
  return { frames, locks: linear.locks | (angular.locks << 3), rows: [...linear.rows, ...angular.rows] };
}

/** Two or three locked axes are solved at once; a single one is a row that cannot move. */
function genericAxes(axes: readonly Axis[], firstKind: number): { locks: number; rows: Row[] } {
  const locked = axes.filter((axis) => axis === 'locked').length;
  let locks = 0;
  const out: Row[] = [];
  axes.forEach((axis, i) => {
    if (axis === 'free') return;
    if (axis !== 'locked') out.push({ kind: firstKind + i, ...axis });
    else if (locked > 1) locks |= 1 << i;
    else out.push({ kind: firstKind + i, limits: ZERO });
  });
  return { locks, rows: rows(...out) };
}
