import type { Body } from '../body/body.js';
import type { Quat, Vec3 } from '../types.js';
import { cross, dot, subtract } from '../vector.js';
import { checkAcross } from './check.js';
import type { JointKind } from './options.js';

/** The joint's frame in each body: anchor and rotation. x is the axis. */
export interface JointFrames {
  readonly anchorA: Vec3;
  readonly rotationA: Quat;
  readonly anchorB: Vec3;
  readonly rotationB: Quat;
  /** m: distance of the anchors when the frames were laid. */
  readonly length: number;
}

/** Checked options that say where the frames lie. */
export interface FrameOptions {
  readonly anchor?: Vec3;
  readonly anchorA?: Vec3;
  readonly anchorB?: Vec3;
  readonly axis?: Vec3;
  readonly axisA?: Vec3;
  readonly axisB?: Vec3;
  readonly normal?: Vec3;
  readonly normalA?: Vec3;
  readonly normalB?: Vec3;
  readonly axle?: Vec3;
  readonly axleA?: Vec3;
  readonly rotationA?: Quat;
  readonly rotationB?: Quat;
}

interface Pose {
  readonly position: Vec3;
  readonly rotation: Quat;
}

const IDENTITY: Quat = [0, 0, 0, 1];
const ORIGIN: Vec3 = [0, 0, 0];
const Z: Vec3 = [0, 0, 1];
const Y: Vec3 = [0, 1, 0];

export const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export function rotate([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const t = cross([2 * x, 2 * y, 2 * z], v);
  const u = cross([x, y, z], t);
  return [v[0] + w * t[0] + u[0], v[1] + w * t[1] + u[1], v[2] + w * t[2] + u[2]];
}

/** Where the body was in the newest step that was read; the world is at the origin. */
export const poseOf = (body: Body | null): Pose =>
  body ? { position: body.position, rotation: body.rotation } : { position: ORIGIN, rotation: IDENTITY };

export function anchorInWorld(pose: Pose, anchor: Vec3): Vec3 {
  const arm = rotate(pose.rotation, anchor);
  return [pose.position[0] + arm[0], pose.position[1] + arm[1], pose.position[2] + arm[2]];
}

const pointIn = (pose: Pose, point: Vec3): Vec3 => rotate(conjugate(pose.rotation), subtract(point, pose.position));
const rotationIn = (pose: Pose, rotation: Quat): Quat => multiply(conjugate(pose.rotation), rotation);

function normalised(v: Vec3): Vec3 {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Any direction across a unit vector, the same for the same vector. T. Duff et al., "Building an Orthonormal Basis, Revisited" (2017). */
function across([x, y, z]: Vec3): Vec3 {
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  return [1 + sign * x * x * a, sign * x * y * a, -sign * x];
}

/** The rotation that takes x to `x` and y as near as may be to `towards`. */
function basis(x: Vec3, towards: Vec3): Quat {
  const z = normalised(cross(x, towards));
  return fromColumns(x, cross(z, x), z);
}

/** By the largest of the four squares. S. Shepperd, "Quaternion from Rotation Matrix" (1978). */
function fromColumns(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  }
  if (x[0] >= y[1] && x[0] >= z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [s / 4, (x[1] + y[0]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] >= z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(x[1] + y[0]) / s, s / 4, (y[2] + z[1]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(z[0] + x[2]) / s, (y[2] + z[1]) / s, s / 4, (x[1] - y[0]) / s];
}

function frame(axis: Vec3, normal: Vec3 | undefined, where: string): Quat {
  if (!normal) return basis(axis, across(axis));
  checkAcross(axis, normal, where);
  return basis(axis, normal);
}

/** What the world's end is not told, it takes from the other end as that stands. */
function anchorsOf(options: FrameOptions, bodyA: Body | null, bodyB: Body | null): [Vec3, Vec3] {
  const a = poseOf(bodyA);
  const b = poseOf(bodyB);
  if (options.anchor) return [pointIn(a, options.anchor), pointIn(b, options.anchor)];
  const { anchorA, anchorB } = options;
  if (!bodyA && !anchorA) return [anchorInWorld(b, anchorB ?? ORIGIN), anchorB ?? ORIGIN];
  if (!bodyB && !anchorB) return [anchorA ?? ORIGIN, anchorInWorld(a, anchorA ?? ORIGIN)];
  return [anchorA ?? ORIGIN, anchorB ?? ORIGIN];
}

/** Frames by an axis, and a direction across it. */
function axisRotations(options: FrameOptions, bodyA: Body | null, bodyB: Body | null, label: string): [Quat, Quat] {
  const a = poseOf(bodyA);
  const b = poseOf(bodyB);
  const { axis, normal, axisA, axisB, normalA, normalB } = options;
  if (axis ?? normal) {
    const world = frame(axis ?? Z, normal, `${label}.normal`);
    return [rotationIn(a, world), rotationIn(b, world)];
  }
  if (!bodyA && !axisA) {
    const local = frame(axisB ?? Z, normalB, `${label}.normalB`);
    return [multiply(b.rotation, local), local];
  }
  const localA = frame(axisA ?? Z, normalA, `${label}.normalA`);
  if (!bodyB && !axisB) return [localA, multiply(a.rotation, localA)];
  if (!axisB && !normalB) return [localA, localA];
  return [localA, frame(axisB ?? axisA ?? Z, normalB ?? (axisB ? undefined : normalA), `${label}.normalB`)];
}

/** Frames of a wheel: x of A's is the suspension, z of B's the axle, and z of A's the axle while it is not steered. */
function wheelRotations(options: FrameOptions, bodyA: Body | null, bodyB: Body | null, label: string): [Quat, Quat] {
  const { axis, axle, axisA, axisB, axleA } = options;
  // basis() takes x and y; y = z × x, so that z is the axle.
  const suspension = (up: Vec3, along: Vec3, where: string): Quat => {
    checkAcross(up, along, where);
    return basis(up, cross(along, up));
  };
  const spinning = (along: Vec3): Quat => {
    const x = across(along);
    return fromColumns(x, cross(along, x), along);
  };
  if (axis ?? axle) {
    const a = poseOf(bodyA);
    const b = poseOf(bodyB);
    const world = suspension(axis ?? Y, axle ?? Z, `${label}.axle`);
    return [rotationIn(a, world), rotationIn(b, world)];
  }
  const along = axisB ?? Z;
  return [suspension(axisA ?? Y, axleA ?? along, `${label}.axleA`), spinning(along)];
}

/** Frames of a weld: as the bodies stand, for what is not said. */
function weldRotations(options: FrameOptions, bodyA: Body | null, bodyB: Body | null): [Quat, Quat] {
  const { rotationA, rotationB } = options;
  if (rotationA ?? rotationB) return [rotationA ?? IDENTITY, rotationB ?? IDENTITY];
  return [rotationIn(poseOf(bodyA), poseOf(bodyB).rotation), IDENTITY];
}

/** Where the options put the frames, with the bodies where they are. */
export function framesOf(
  type: JointKind,
  options: FrameOptions,
  bodyA: Body | null,
  bodyB: Body | null,
  label: string,
): JointFrames {
  const placed = options.anchor ?? options.anchorA ?? options.anchorB;
  // A weld that is told no place keeps the one it has.
  const told = type === 'fixed' && !placed ? { ...options, anchor: poseOf(bodyB ?? bodyA).position } : options;
  const [anchorA, anchorB] = type === 'motor' && !placed ? [ORIGIN, ORIGIN] : anchorsOf(told, bodyA, bodyB);
  const [rotationA, rotationB] = rotationsOf(type, options, bodyA, bodyB, label);
  const apart = subtract(anchorInWorld(poseOf(bodyB), anchorB), anchorInWorld(poseOf(bodyA), anchorA));
  return { anchorA, rotationA, anchorB, rotationB, length: Math.sqrt(dot(apart, apart)) };
}

function rotationsOf(
  type: JointKind,
  options: FrameOptions,
  bodyA: Body | null,
  bodyB: Body | null,
  label: string,
): [Quat, Quat] {
  switch (type) {
    case 'fixed':
      return weldRotations(options, bodyA, bodyB);
    case 'motor':
      return [options.rotationA ?? IDENTITY, options.rotationB ?? IDENTITY];
    case 'wheel':
      return wheelRotations(options, bodyA, bodyB, label);
    case 'distance':
    case 'rope':
    case 'spring':
      return [IDENTITY, IDENTITY];
    default:
      return axisRotations(options, bodyA, bodyB, label);
  }
}
