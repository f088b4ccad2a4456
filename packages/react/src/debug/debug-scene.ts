import type { Body, Collider } from '@atoll/engine';
import { Color, Quaternion, Vector3, type LineSegments } from 'three';
import type { Island } from '../world/islands.js';
import { readPose } from '../world/pose-writer.js';
import type { WorldRuntime } from '../world/runtime.js';
import { ContactMarks } from './contact-marks.js';
import type { LineBuffer } from './line-buffer.js';
import { wiresOf } from './wires.js';

/** What `<Debug>` shows. */
export interface DebugOptions {
  /** Colliders. Default true. */
  shapes?: boolean | undefined;
  /** Where colliders touch, with normals. Of contacts that began since it shows. Default true. */
  contacts?: boolean | undefined;
  /** From each body to the anchors of its joints. Default true. */
  joints?: boolean | undefined;
  /** Boxes along the axes of the world around each body. Default false. */
  bounds?: boolean | undefined;
  /** Each island in a colour of its own, in place of the colour of its bodies. Default false. */
  islands?: boolean | undefined;
  /** Sleepers dark. Default true. */
  sleep?: boolean | undefined;
}

const colours = {
  static: new Color('#8a8f98'),
  kinematic: new Color('#3d8bfd'),
  dynamic: new Color('#ff9f43'),
  sensor: new Color('#2ecc71'),
  contact: new Color('#ff3860'),
  normal: new Color('#ffd166'),
  joint: new Color('#c77dff'),
  bounds: new Color('#5c6370'),
};
/** Sleepers have this part of their brightness. */
const DARK = 0.35;
/** m: arms of the cross at a contact, and length of its normal. */
const CROSS = 0.04;
const NORMAL = 0.25;
/** Hues that lie far apart, one after the other. */
const GOLDEN = 0.618034;

const position = new Vector3();
const rotation = new Quaternion();
const start = new Vector3();
const end = new Vector3();
const low = new Vector3();
const high = new Vector3();
const colour = new Color();

interface Wires {
  readonly colliders: readonly Collider[];
  readonly lines: readonly Float32Array[];
}

/** The lines that show a world. */
export class DebugScene {
  private readonly wires = new WeakMap<Body, Wires>();
  private readonly marks: ContactMarks;
  private readonly stopIslands: () => void;
  private readonly hues = new Map<Body, number>();
  private hued: readonly Island[] | undefined;

  constructor(
    private readonly runtime: WorldRuntime,
    private readonly buffer: LineBuffer,
  ) {
    this.marks = new ContactMarks(runtime.world);
    this.stopIslands = runtime.islands.subscribe(() => {});
  }

  draw(target: LineSegments, options: DebugOptions): void {
    const { buffer, runtime } = this;
    const { shapes = true, contacts = true, joints = true, bounds = false } = options;
    buffer.clear();
    if (options.islands) this.colourIslands();
    // First: what is drawn later lies over it.
    if (bounds) for (const body of runtime.world.bodies) this.drawBounds(body);
    if (shapes) for (const body of runtime.world.bodies) this.drawShapes(body, options);
    if (joints) this.drawJoints();
    if (contacts) this.drawContacts();
    buffer.show();
    target.updateWorldMatrix(true, false);
    // Lines are in world space, wherever they are mounted.
    if (target.parent) target.matrix.copy(target.parent.matrixWorld).invert();
  }

  end(): void {
    this.marks.end();
    this.stopIslands();
    this.buffer.dispose();
  }

  private wiresOf(body: Body): Wires {
    const { colliders } = body;
    let wires = this.wires.get(body);
    if (wires?.colliders !== colliders) this.wires.set(body, (wires = { colliders, lines: colliders.map(wiresOf) }));
    return wires;
  }

  private colourOf(body: Body, collider: Collider, { islands = false, sleep = true }: DebugOptions): void {
    const hue = islands ? this.hues.get(body) : undefined;
    if (hue !== undefined) colour.setHSL(hue, 0.9, 0.42);
    else colour.copy(collider.sensor ? colours.sensor : colours[body.type]);
    if (sleep && body.isSleeping) colour.multiplyScalar(DARK);
  }

  private colourIslands(): void {
    const { islands } = this.runtime.islands;
    if (islands === this.hued) return;
    this.hued = islands;
    this.hues.clear();
    for (const { bodies } of islands) {
      const hue = (bodies[0]!.index * GOLDEN) % 1;
      for (const body of bodies) this.hues.set(body, hue);
    }
  }

  private drawShapes(body: Body, options: DebugOptions): void {
    let coloured = -1;
    this.forEachLine(body, (collider) => {
      if (collider !== coloured) this.colourOf(body, body.colliders[collider]!, options);
      coloured = collider;
      this.buffer.line(start.x, start.y, start.z, end.x, end.y, end.z, colour);
    });
  }

  /** Calls `act` with the place of the collider, when `start` and `end` are those of one of its lines. */
  private forEachLine(body: Body, act: (collider: number) => void): void {
    readPose(this.runtime.world.poses, body.index, this.runtime.interpolate, position, rotation);
    this.wiresOf(body).lines.forEach((lines, i) => {
      for (let k = 0; k < lines.length; k += 6) {
        start.fromArray(lines, k).applyQuaternion(rotation).add(position);
        end
          .fromArray(lines, k + 3)
          .applyQuaternion(rotation)
          .add(position);
        act(i);
      }
    });
  }

  private drawBounds(body: Body): void {
    const { buffer } = this;
    const { bounds } = colours;
    low.setScalar(Infinity);
    high.setScalar(-Infinity);
    this.forEachLine(body, () => {
      low.min(start).min(end);
      high.max(start).max(end);
    });
    if (low.x > high.x) return;
    for (const y of [low.y, high.y]) {
      buffer.line(low.x, y, low.z, high.x, y, low.z, bounds);
      buffer.line(high.x, y, low.z, high.x, y, high.z, bounds);
      buffer.line(high.x, y, high.z, low.x, y, high.z, bounds);
      buffer.line(low.x, y, high.z, low.x, y, low.z, bounds);
    }
    for (const x of [low.x, high.x]) {
      for (const z of [low.z, high.z]) buffer.line(x, low.y, z, x, high.y, z, bounds);
    }
  }

  private drawJoints(): void {
    const { runtime, buffer } = this;
    for (const body of runtime.world.bodies) {
      for (const joint of body.joints) {
        const isA = joint.bodyA === body;
        const anchor = isA ? joint.anchorA : joint.anchorB;
        readPose(runtime.world.poses, body.index, runtime.interpolate, position, rotation);
        end
          .set(...anchor)
          .applyQuaternion(rotation)
          .add(position);
        buffer.line(position.x, position.y, position.z, end.x, end.y, end.z, colours.joint);
      }
    }
  }

  private drawContacts(): void {
    const { buffer } = this;
    const { contact, normal: normalColour } = colours;
    this.marks.forEach(({ x, y, z }, normal) => {
      buffer.line(x - CROSS, y, z, x + CROSS, y, z, contact);
      buffer.line(x, y - CROSS, z, x, y + CROSS, z, contact);
      buffer.line(x, y, z - CROSS, x, y, z + CROSS, contact);
      end.copy(normal).multiplyScalar(NORMAL);
      buffer.line(x, y, z, x + end.x, y + end.y, z + end.z, normalColour);
    });
  }
}
