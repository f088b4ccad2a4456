import type { Body, Collider } from '@atoll/engine';
import { Box3, Color, Quaternion, Vector3, type LineSegments } from 'three';
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
const bounds = new Box3();
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
    const { shapes = true, contacts = true, joints = true } = options;
    buffer.clear();
    if (options.islands) this.colourIslands();
    // First: what is drawn later lies over it.
    if (options.bounds) for (const body of runtime.world.bodies) this.drawBounds(body);
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
      this.buffer.line(start, end, colour);
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
    bounds.makeEmpty();
    this.forEachLine(body, () => void bounds.expandByPoint(start).expandByPoint(end));
    if (bounds.isEmpty()) return;
    // Bits of a corner's number say on which side it is along x, y and z; an edge goes to one with another bit.
    for (let corner = 0; corner < 8; corner++) {
      for (const bit of [1, 2, 4]) {
        if (corner & bit) continue;
        this.buffer.line(cornerOf(corner, start), cornerOf(corner | bit, end), colours.bounds);
      }
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
        buffer.line(position, end, colours.joint);
      }
    }
  }

  private drawContacts(): void {
    const { buffer } = this;
    this.marks.forEach((point, normal) => {
      for (const axis of ['x', 'y', 'z'] as const) {
        start.copy(point)[axis] -= CROSS;
        end.copy(point)[axis] += CROSS;
        buffer.line(start, end, colours.contact);
      }
      buffer.line(point, end.copy(point).addScaledVector(normal, NORMAL), colours.normal);
    });
  }
}

const cornerOf = (corner: number, out: Vector3): Vector3 =>
  out.set(
    (corner & 1 ? bounds.max : bounds.min).x,
    (corner & 2 ? bounds.max : bounds.min).y,
    (corner & 4 ? bounds.max : bounds.min).z,
  );
