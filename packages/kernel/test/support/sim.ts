import {
  BodyFlag,
  BodyMotion,
  BodySettings,
  BodyType,
  ColliderSettings,
  CommandKind,
  Event,
  EventKind,
  Frame,
  GeometrySettings,
  JointFlag,
  JointLock,
  JointSettings,
  ListenCommand,
  OutboxKind,
  Pose,
  Relocate,
  Reply,
  Request,
  RingSegment,
  SetColliders,
  ShapeType,
  StatePart,
  Stats,
  Velocity,
  WorldHeader,
  WorldSettings,
} from '../../src/index.js';
import { instantiate, type TestKernel } from './kernel.js';
import { terrain } from './meshes.js';

export type Vec = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];
export type ConvexName = 'sphere' | 'capsule' | 'box';
export type ShapeName = ConvexName | 'mesh' | 'field';

export interface ColliderOptions {
  shape?: ShapeName;
  /** Sphere: radius. Capsule: radius, half height. Box: half extents. m. Mesh and field are those of `surfaces`; size gives their inertia. */
  size?: Vec;
  friction?: number;
  restitution?: number;
  sensor?: boolean;
}
export interface BodyOptions extends ColliderOptions {
  type?: number;
  position?: Vec;
  rotation?: Quat;
  linear?: Vec;
  angular?: Vec;
  density?: number;
  flags?: number;
  /** Instead of a handle of its own. */
  handle?: number;
}
export interface SimOptions {
  gravity?: Vec;
  sleep?: boolean;
  substeps?: number;
  blockOrderSeed?: number;
  maxPages?: number;
  /** The world is one of so many; this thread does the work of all. */
  workers?: number;
}
export interface Moved {
  position: Vec;
  rotation: Quat;
  linear: Vec;
  angular: Vec;
}
export interface SimEvent {
  kind: number;
  a: number;
  b: number;
  step: number;
}

const HANDLE_INDEX = 0xfffff;
const codes: Record<ShapeName, number> = {
  sphere: ShapeType.Sphere,
  capsule: ShapeType.Capsule,
  box: ShapeType.Box,
  mesh: ShapeType.Mesh,
  field: ShapeType.HeightField,
};

/** Mass and principal moments of a shape of even density. kg, kg m² */
export function massOf(shape: ShapeName, [x, y, z]: Vec, density: number): { mass: number; inertia: Vec } {
  if (shape === 'box' || shape === 'mesh' || shape === 'field') {
    const mass = 8 * x * y * z * density,
      m = mass / 3;
    return { mass, inertia: [m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y)] };
  }
  const ball = (4 / 3) * Math.PI * x ** 3 * density;
  if (shape === 'sphere') return { mass: ball, inertia: [0.4 * ball * x * x, 0.4 * ball * x * x, 0.4 * ball * x * x] };
  const tube = Math.PI * x * x * 2 * y * density;
  const along = (tube * x * x) / 2 + 0.4 * ball * x * x;
  const across = tube * ((x * x) / 4 + (y * y) / 3) + ball * (0.4 * x * x + y * y + 0.75 * x * y);
  return { mass: tube + ball, inertia: [across, along, across] };
}

/** Drives one kernel through its inbox and outbox, as the page does, on the calling thread. */
export class Sim {
  readonly kernel: TestKernel;
  readonly memory: WebAssembly.Memory;
  readonly world: number;
  readonly poses = new Map<number, Moved>();
  events: SimEvent[] = [];
  replies: bigint[] = [];
  /** Of the newest frame. */
  frame = {
    step: 0,
    poseCount: 0,
    islandCount: 0,
    awakeBodyCount: 0,
    time: 0,
    pointCount: 0,
    runLength: 0,
  };
  /** Segments that were begun, in order: the rings' growth. */
  inboxSegments = 1;
  outboxSegments = 1;
  status = 0;
  private inbox: number;
  private outbox: number;
  private head = 0;
  private nextBody = 0;
  private nextJoint = 0;
  private rows = 0;

  constructor(options: SimOptions = {}) {
    const maxPages = options.maxPages ?? 4096;
    const { kernel, memory } = instantiate(maxPages + 64);
    this.kernel = kernel;
    this.memory = memory;
    this.world = kernel.createWorld(options.workers ?? 1, 1, maxPages);
    if (this.world === 0) throw new Error('no memory for a world');
    this.inbox = this.view().getUint32(this.world + WorldHeader.inbox, true);
    this.outbox = this.view().getUint32(this.world + WorldHeader.outbox, true);
    this.settings(options);
  }

  private hasSurfaces = false;

  /** Geometry 0, a mesh, and 1, a height field with a hole: hilly ground of 4 m, sent when it is first used. */
  private surfaces(): void {
    if (this.hasSurfaces) return;
    this.hasSurfaces = true;
    const height = (x: number, z: number): number => 0.3 * Math.sin(2 * x + 3 * z);
    const { vertices, indices } = terrain(4, height);
    const meshBytes = vertices.byteLength + indices.byteLength;
    this.write(CommandKind.CreateGeometry, GeometrySettings.stride + meshBytes, (f, u) => {
      u(GeometrySettings.geometry, 0, ShapeType.Mesh, meshBytes, vertices.length / 3, indices.length / 3);
      f(GeometrySettings.stride, ...vertices);
      u(GeometrySettings.stride + vertices.byteLength, ...indices);
    });
    const heights = Array.from({ length: 25 }, (_, i) => height((i % 5) - 2, Math.floor(i / 5) - 2));
    this.write(CommandKind.CreateGeometry, GeometrySettings.stride + 116, (f, u) => {
      u(GeometrySettings.geometry, 1, ShapeType.HeightField, 116, 5, 5);
      f(GeometrySettings.scale, 4, 1, 4);
      f(GeometrySettings.stride, ...heights);
      u(GeometrySettings.stride + 100, 0, 1);
    });
  }

  view(): DataView {
    return new DataView(this.memory.buffer);
  }

  settings({ gravity = [0, -10, 0], sleep = true, substeps = 4, blockOrderSeed = 0 }: SimOptions): void {
    this.write(CommandKind.SetWorld, WorldSettings.stride, (f, u) => {
      f(WorldSettings.gravity, ...gravity);
      f(WorldSettings.timeStep, 1 / 60);
      u(WorldSettings.substeps, substeps);
      u(WorldSettings.flags, sleep ? 3 : 2);
      f(WorldSettings.contactHertz, 100, 5, 3);
      f(WorldSettings.jointHertz, 80, 8);
      f(WorldSettings.restitutionThreshold, 1, 1);
      u(WorldSettings.blockOrderSeed, blockOrderSeed);
    });
  }

  /** One inbox record; `fill` gets setters of f32 and u32 runs at byte offsets. */
  write(
    kind: number,
    length: number,
    fill: (
      f: (at: number, ...values: number[]) => void,
      u: (at: number, ...values: number[]) => void,
    ) => void = () => {},
  ): void {
    const at = this.reserve((length + 15) & ~15);
    const view = this.view();
    new Uint8Array(this.memory.buffer, at, (length + 15) & ~15).fill(0);
    view.setUint32(at, kind, true);
    view.setUint32(at + 4, (length + 15) & ~15, true);
    fill(
      (offset, ...values) => values.forEach((value, i) => view.setFloat32(at + offset + 4 * i, value, true)),
      (offset, ...values) => values.forEach((value, i) => view.setUint32(at + offset + 4 * i, value, true)),
    );
    this.head = (this.head + ((length + 15) & ~15)) >>> 0;
    if (!this.batching) this.publish();
  }
  private batching = false;

  /** Several commands that the kernel sees at once. */
  batch(commands: () => void): void {
    this.batching = true;
    commands();
    this.batching = false;
    this.publish();
  }

  private publish(): void {
    this.view().setUint32(this.inbox + RingSegment.head, this.head, true);
  }

  private reserve(bytes: number): number {
    const view = this.view();
    const capacity = view.getUint32(this.inbox + RingSegment.capacity, true);
    const tail = view.getUint32(this.inbox + RingSegment.tail, true);
    const toEnd = capacity - (this.head & (capacity - 1));
    const pad = toEnd < bytes ? toEnd : 0;
    const at = (position: number) => this.inbox + RingSegment.stride + (position & (capacity - 1));
    if (bytes + pad + 16 <= capacity - ((this.head - tail) >>> 0)) {
      if (pad > 0) {
        view.setUint32(at(this.head), CommandKind.Pad, true);
        view.setUint32(at(this.head) + 4, pad, true);
        this.head = (this.head + pad) >>> 0;
      }
      return at(this.head);
    }
    let larger = capacity * 2;
    while (larger < bytes * 2) larger *= 2;
    const grown = Math.ceil((larger + RingSegment.stride) / 65536);
    const segment = this.memory.grow(grown) * 65536;
    const link = at(this.head),
      after = this.view();
    after.setUint32(segment + RingSegment.capacity, larger, true);
    after.setUint32(link + Relocate.kind, CommandKind.Relocate, true);
    after.setUint32(link + Relocate.byteLength, Relocate.stride, true);
    after.setUint32(link + Relocate.segment, segment, true);
    this.head = (this.head + Relocate.stride) >>> 0;
    this.publish();
    this.inbox = segment;
    this.head = 0;
    this.inboxSegments++;
    return segment + RingSegment.stride;
  }

  body(options: BodyOptions = {}): number {
    const {
      type = BodyType.Dynamic,
      position = [0, 0, 0],
      rotation = [0, 0, 0, 1],
      linear = [0, 0, 0],
      angular = [0, 0, 0],
    } = options;
    const {
      shape = 'box',
      size = [0.5, 0.5, 0.5],
      density = 100,
      flags = BodyFlag.CanSleep | BodyFlag.Enabled,
    } = options;
    const handle = options.handle ?? (1 << 20) | this.nextBody++;
    if (shape === 'mesh' || shape === 'field') this.surfaces();
    this.write(CommandKind.CreateBody, BodySettings.stride + ColliderSettings.stride, (f, u) => {
      u(BodySettings.body, handle);
      u(BodySettings.type, type, flags, 1);
      f(BodySettings.gravityScale, 1, ...position);
      f(BodySettings.rotation, ...rotation, ...linear);
      f(BodySettings.angularVelocity, ...angular, 0.05);
      const { mass, inertia } = massOf(shape, size, density);
      if (type === BodyType.Dynamic) f(BodySettings.mass, mass, ...inertia);
      this.collider(BodySettings.stride, options, f, u);
    });
    return handle;
  }

  private collider(
    at: number,
    options: ColliderOptions,
    f: (at: number, ...v: number[]) => void,
    u: (at: number, ...v: number[]) => void,
  ): void {
    const { shape = 'box', size = [0.5, 0.5, 0.5], friction = 0.6, restitution = 0, sensor = false } = options;
    u(at + ColliderSettings.shape, codes[shape], sensor ? 3 : 2, 0xffff, 0xffff);
    f(at + ColliderSettings.friction, friction, 0, 0, 0, 1, ...size, restitution);
    if (shape === 'mesh' || shape === 'field') u(at + ColliderSettings.geometry, shape === 'mesh' ? 1 : 2);
  }

  setColliders(handle: number, options: ColliderOptions[], density = 100): void {
    if (options.some(({ shape }) => shape === 'mesh' || shape === 'field')) this.surfaces();
    this.write(CommandKind.SetColliders, SetColliders.stride + options.length * ColliderSettings.stride, (f, u) => {
      u(SetColliders.body, handle, options.length);
      const { mass, inertia } = massOf(options[0]?.shape ?? 'box', options[0]?.size ?? [0.5, 0.5, 0.5], density);
      f(SetColliders.mass, mass, ...inertia);
      options.forEach((each, i) => this.collider(SetColliders.stride + i * ColliderSettings.stride, each, f, u));
    });
  }

  /** UpdateBody with `mask` of BodyField; type and flags are taken where it names them. */
  update(handle: number, mask: number, type: number, flags: number): void {
    this.write(CommandKind.UpdateBody, BodySettings.stride, (_, u) => u(BodySettings.body, handle, mask, type, flags));
  }

  motion(kind: number, handle: number, first?: Vec, second?: Vec | Quat): void {
    this.write(kind, BodyMotion.stride, (f, u) => {
      u(BodyMotion.body, handle, (first ? 1 : 0) | (second ? 2 : 0));
      f(BodyMotion.first, ...(first ?? []));
      f(BodyMotion.second, ...(second ?? []));
    });
  }

  destroy(handle: number): void {
    this.motion(CommandKind.DestroyBody, handle);
  }

  joint(
    bodyA: number,
    bodyB: number,
    anchorA: Vec = [0, 0, 0],
    anchorB: Vec = [0, 0, 0],
    flags: number = JointFlag.Enabled,
  ): number {
    const handle = (1 << 20) | this.nextJoint++;
    this.jointRecord(CommandKind.CreateJoint, handle, flags, bodyA, bodyB, anchorA, anchorB);
    return handle;
  }
  jointRecord(
    kind: number,
    handle: number,
    flags: number,
    bodyA = 0,
    bodyB = 0,
    anchorA: Vec = [0, 0, 0],
    anchorB: Vec = [0, 0, 0],
  ): void {
    this.write(kind, JointSettings.stride, (f, u) => {
      u(JointSettings.joint, handle, flags, bodyA, bodyB, JointLock.Linear, 0);
      f(JointSettings.anchorA, ...anchorA, Infinity, 0, 0, 0, 1, ...anchorB, Infinity, 0, 0, 0, 1);
    });
  }

  /** Runs the kernel until it has read everything, without a step of its own. */
  drain(): void {
    do {
      this.status = this.kernel.pump(this.world);
      this.read();
    } while ((this.status & 1) !== 0);
  }

  step(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.write(CommandKind.Step, 16, (_, u) => u(8, 1));
      this.drain();
    }
  }

  /** Whether somebody is told of contacts. */
  listen(on: boolean): void {
    this.write(CommandKind.Listen, ListenCommand.stride, (_, u) => u(ListenCommand.on, on ? 1 : 0));
  }

  hash(): bigint {
    this.write(CommandKind.Hash, 16, (_, u) => u(8, 7));
    this.drain();
    return this.replies.pop()!;
  }

  /** The state: records as the kernel writes them. */
  save(): Uint32Array[] {
    this.parts = [];
    this.write(CommandKind.Save, Request.stride, (_, u) => u(Request.request, 7));
    this.drain();
    if (this.replies.pop() !== 1n) throw new Error('the state was not saved');
    return this.parts;
  }
  private parts: Uint32Array[] = [];

  /** Takes the state of another, whose newest frame was of this step. */
  load(parts: readonly Uint32Array[], step: number): void {
    for (const part of parts) {
      this.write(CommandKind.Load, part.byteLength, (_, u) => u(StatePart.part, ...part.subarray(StatePart.part / 4)));
      this.drain();
    }
    this.write(CommandKind.CommitLoad, Request.stride, (_, u) => u(Request.request, 7));
    this.write(CommandKind.Adopt, Request.stride, (_, u) => u(Request.request, 7));
    this.drain();
    if (this.replies.pop() !== 0n) throw new Error('the state was not taken');
    this.frame.step = step;
  }

  stat(name: Exclude<keyof typeof Stats, 'stride' | 'stageMs' | 'reserved'>): number {
    return this.view().getUint32(this.world + WorldHeader.stats + Stats[name], true);
  }

  at(handle: number): Moved {
    const moved = this.poses.get(handle & HANDLE_INDEX);
    if (moved === undefined) throw new Error(`body ${handle & HANDLE_INDEX} was in no frame`);
    return moved;
  }

  /** Rows of eight i32 from the kernel's dump of that name. */
  dump(what: 'Bodies' | 'Contacts' | 'Joints' | 'Groups' | 'Places'): number[][] {
    if (this.rows === 0) this.rows = this.memory.grow(8) * 65536;
    const count = this.kernel[`dump${what}`](this.world, this.rows);
    const words = new Int32Array(this.memory.buffer, this.rows, count * 8);
    return Array.from({ length: count }, (_, i) => Array.from(words.subarray(i * 8, i * 8 + 8)));
  }

  read(): void {
    for (;;) {
      const view = this.view();
      const head = view.getUint32(this.outbox + RingSegment.head, true),
        tail = view.getUint32(this.outbox + RingSegment.tail, true);
      if (head === tail) return;
      const capacity = view.getUint32(this.outbox + RingSegment.capacity, true);
      const at = this.outbox + RingSegment.stride + (tail & (capacity - 1));
      const kind = view.getUint32(at, true),
        length = view.getUint32(at + 4, true);
      if (kind === OutboxKind.Relocate) {
        const next = view.getUint32(at + Relocate.segment, true);
        view.setUint32(this.outbox + RingSegment.left, 1, true);
        this.outbox = next;
        this.outboxSegments++;
        continue;
      }
      if (kind === OutboxKind.Frame) this.readFrame(view, at);
      else if (kind === OutboxKind.StatePart)
        this.parts.push(new Uint32Array(this.memory.buffer.slice(at, at + length)));
      else if (kind === OutboxKind.Reply) this.replies.push(view.getBigUint64(at + Reply.value, true));
      view.setUint32(this.outbox + RingSegment.tail, (tail + length) >>> 0, true);
    }
  }

  private readFrame(view: DataView, at: number): void {
    const u = (offset: number) => view.getUint32(at + offset, true);
    const step = u(Frame.step);
    if (step !== this.frame.step + 1) throw new Error(`frame ${step} follows frame ${this.frame.step}`);
    this.frame = {
      step,
      poseCount: u(Frame.poseCount),
      islandCount: u(Frame.islandCount),
      awakeBodyCount: u(Frame.awakeBodyCount),
      time: view.getFloat64(at + Frame.time, true),
      pointCount: u(Frame.pointCount),
      runLength: u(Frame.runLength),
    };
    const numbers = (from: number, n: number) =>
      Array.from({ length: n }, (_, i) => view.getFloat32(from + 4 * i, true));
    const poses = at + Frame.stride,
      velocities = poses + this.frame.poseCount * Pose.stride,
      events = velocities + this.frame.poseCount * Velocity.stride;
    for (let i = 0; i < this.frame.poseCount; i++) {
      const pose = poses + i * Pose.stride,
        velocity = velocities + i * Velocity.stride;
      const word = view.getUint32(pose + Pose.body, true);
      if (i < this.frame.runLength && word !== 0) throw new Error(`frame ${step}: ${word} for pose ${i} of a run`);
      this.poses.set(i < this.frame.runLength ? u(Frame.firstBody) + i : word & HANDLE_INDEX, {
        position: numbers(pose, 3) as unknown as Vec,
        rotation: numbers(pose + Pose.rotation, 4) as unknown as Quat,
        linear: numbers(velocity + Velocity.linear, 3) as unknown as Vec,
        angular: numbers(velocity + Velocity.angular, 3) as unknown as Vec,
      });
    }
    let touches = 0;
    for (let i = 0; i < u(Frame.eventCount); i++) {
      const event = events + i * Event.stride;
      const kind = view.getUint32(event, true);
      if (touches === i && (kind === EventKind.ContactBegin || kind === EventKind.ContactEnd)) touches++;
      this.events.push({
        kind,
        a: view.getUint32(event + Event.a, true),
        b: view.getUint32(event + Event.b, true),
        step,
      });
    }
    if (u(Frame.touchCount) !== touches)
      throw new Error(`touchCount is ${u(Frame.touchCount)}, and ${touches} events come first that tell of touching`);
  }
}
