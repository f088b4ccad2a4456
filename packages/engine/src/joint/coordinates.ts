import type { Body } from '../body/body.js';
import type { Vec3 } from '../types.js';
import { cross, dot, subtract } from '../vector.js';
import { anchorInWorld, conjugate, multiply, poseOf, rotate, type JointFrames } from './frames.js';
import type { JointKind } from './options.js';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const AT_REST: Vec3 = [0, 0, 0];

/** Where B is along or about a joint's axis, from the poses of the newest step that was read. */
export class JointCoordinates {
  constructor(
    private readonly type: JointKind,
    private readonly frames: JointFrames,
    private readonly bodyA: Body | null,
    private readonly bodyB: Body | null,
  ) {}

  /** rad, −π to π: turn about the axis, or steering of a wheel. */
  get angle(): number {
    const { frameA, frameB } = this;
    if (this.type === 'wheel') {
      const axle = rotate(frameB, Z);
      return Math.atan2(-dot(axle, rotate(frameA, Y)), dot(axle, rotate(frameA, Z)));
    }
    const relative = multiply(conjugate(frameA), frameB);
    const angle = 2 * Math.atan2(relative[0], relative[3]);
    return angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle;
  }

  /** m: along the axis, or the distance of the anchors for joints that keep one. */
  get translation(): number {
    const offset = this.offset;
    return this.keepsDistance ? Math.sqrt(dot(offset, offset)) : dot(offset, rotate(this.frameA, X));
  }

  /** Rate of the coordinate that the joint's motor drives: m/s or rad/s. */
  get speed(): number {
    switch (this.type) {
      case 'distance':
      case 'rope':
      case 'spring': {
        const offset = this.offset;
        const length = Math.sqrt(dot(offset, offset));
        return length > 0 ? dot(this.anchorRate, offset) / length : 0;
      }
      case 'prismatic':
        return dot(this.anchorRate, rotate(this.frameA, X));
      case 'wheel':
        return dot(this.turnRate, rotate(this.frameB, Z));
      default:
        return dot(this.turnRate, rotate(this.frameA, X));
    }
  }

  private get keepsDistance(): boolean {
    return this.type === 'distance' || this.type === 'rope' || this.type === 'spring';
  }

  private get frameA() {
    return multiply(poseOf(this.bodyA).rotation, this.frames.rotationA);
  }

  private get frameB() {
    return multiply(poseOf(this.bodyB).rotation, this.frames.rotationB);
  }

  private get pointB(): Vec3 {
    return anchorInWorld(poseOf(this.bodyB), this.frames.anchorB);
  }

  /** From A's anchor to B's. */
  private get offset(): Vec3 {
    return subtract(this.pointB, anchorInWorld(poseOf(this.bodyA), this.frames.anchorA));
  }

  private get turnRate(): Vec3 {
    return subtract(this.bodyB?.angularVelocity ?? AT_REST, this.bodyA?.angularVelocity ?? AT_REST);
  }

  /** Velocity of B's anchor against A, where it is. */
  private get anchorRate(): Vec3 {
    return subtract(velocityAt(this.bodyB, this.pointB), velocityAt(this.bodyA, this.pointB));
  }
}

function velocityAt(body: Body | null, point: Vec3): Vec3 {
  if (!body) return AT_REST;
  const arm = subtract(point, anchorInWorld(poseOf(body), body.centerOfMass));
  const [x, y, z] = cross(body.angularVelocity, arm);
  const [vx, vy, vz] = body.linearVelocity;
  return [vx + x, vy + y, vz + z];
}
