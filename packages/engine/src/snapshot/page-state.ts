import { RecordHeader, StatePart } from '@atoll/kernel';
import { indexOf, type SavedHandles } from '../body/handles.js';
import { massOf, resolveBody, type BodySettings } from '../body/settings.js';
import type { JointSettings } from '../joint/settings.js';
import type { Collider } from '../shapes/collider.js';
import { shapeCode } from '../shapes/collider.js';
import { sameGeometry, type Geometry } from '../shapes/geometry/geometry.js';
import { resolveHull } from '../shapes/hull/resolve.js';
import type { Core } from '../world/core.js';
import { mergeSettings, type WorldSettings } from '../world/options.js';
import { refuse } from './format.js';

/** What the page knows of a world beside its kernel. */
export interface PageState {
  readonly settings: WorldSettings;
  readonly bodyHandles: SavedHandles;
  readonly jointHandles: SavedHandles;
  readonly bodies: ReadonlyMap<number, BodySettings>;
  readonly joints: ReadonlyMap<number, SavedJoint>;
  readonly geometries: ReadonlyMap<number, Geometry>;
}

/** Joint settings with handles in the place of bodies. */
type SavedJoint = Omit<JointSettings, 'bodyA' | 'bodyB'> & {
  readonly bodyA: number | null;
  readonly bodyB: number | null;
};

type Plain = Record<string, unknown>;
type Handles = ReadonlySet<number>;

/** Parts of the kernel's state. */
const BODIES = 0;
const JOINTS = 1;

/** Returns what writes it behind the kernel's part. */
export function writePageState(core: Core, settings: WorldSettings): (records: Uint32Array) => string {
  const geometries = core.geometries.save();
  const ids = new Map(geometries.map(([id, geometry]) => [geometry, id]));
  const bodies = [...core.bodies].map(({ handle, saved }): [number, Plain] => {
    const { userData: _, colliders, ...rest } = saved;
    return [
      handle,
      {
        ...rest,
        colliders: colliders.map((collider) => ({
          ...collider,
          geometry: collider.geometry && ids.get(collider.geometry),
        })),
      },
    ];
  });
  const joints = [...core.joints].map(({ handle, saved }): [number, Plain] => [
    handle,
    { ...saved, bodyA: saved.bodyA?.handle ?? null, bodyB: saved.bodyB?.handle ?? null },
  ]);
  const state = { settings, bodyHandles: core.bodies.save(), jointHandles: core.joints.save(), geometries };
  // What it says is of now, but for what the kernel did not know when it came to save: bodies that found no room, joints that broke by then.
  return (records) => {
    const [heldBodies, heldJoints] = [BODIES, JOINTS].map((part) => kernelHandles(records, part)) as [Handles, Handles];
    const held = {
      ...state,
      bodies: bodies.filter(([handle]) => heldBodies.has(handle)),
      joints: joints.filter(([handle]) => heldJoints.has(handle)),
    };
    return JSON.stringify(held, (_, value: unknown) =>
      value === Infinity
        ? { $: 'Infinity' }
        : value === -Infinity
          ? { $: '-Infinity' }
          : ArrayBuffer.isView(value)
            ? { $: value.constructor.name, base64: toBase64(value) }
            : value,
    );
  };
}

/** Handles of the bodies or joints that the kernel's records hold. One begins with its handle, 0 where the slot is free. */
function kernelHandles(records: Uint32Array, part: number): Handles {
  const handles = new Set<number>();
  let column = 0;
  for (let at = 0; at < records.length; at += records[at + (RecordHeader.byteLength >>> 2)]! >>> 2) {
    const field = (offset: number): number => records[at + (offset >>> 2)]!;
    if (field(StatePart.part) !== part) continue;
    const stride = field(StatePart.recordStride) >>> 2;
    if (stride === 0 || field(StatePart.bytes) > field(StatePart.byteLength) - StatePart.stride) break;
    const words = field(StatePart.bytes) >>> 2;
    for (; column < words; column += stride) {
      const handle = records[at + (StatePart.stride >>> 2) + column]!;
      if (handle !== 0) handles.add(handle);
    }
    column -= words;
  }
  return handles;
}

/** @throws PhysicsInputError invalid-snapshot */
export function readPageState(page: unknown, records: Uint32Array): PageState {
  const state = revive(page);
  if (!isPlain(state)) return refuse('its text is no object');
  const { bodyHandles, jointHandles } = state;
  if (!areHandles(bodyHandles) || !areHandles(jointHandles)) return refuse('its handles are no numbers');
  const geometries = new Map(entries(state.geometries).map(([id, value]) => [id, checkGeometry(value)]));
  const bodies = new Map(entries(state.bodies).map(([handle, value]) => [handle, checkBody(value, geometries)]));
  const joints = new Map(entries(state.joints).map(([handle, value]) => [handle, checkJoint(value, bodies)]));
  for (const [what, part, handles, items] of [
    ['bodies', BODIES, bodyHandles, bodies],
    ['joints', JOINTS, jointHandles, joints],
  ] as const) {
    for (const handle of items.keys())
      if (handles.handles[indexOf(handle)] !== handle) refuse(`handle ${handle} is not in use`);
    const held = kernelHandles(records, part);
    if (held.size !== items.size || ![...items.keys()].every((handle) => held.has(handle)))
      refuse(`its ${what} are not those of its simulation`);
  }
  return { settings: checkWorld(state.settings), bodyHandles, jointHandles, bodies, joints, geometries };
}

function checkWorld(value: unknown): WorldSettings {
  try {
    const settings = mergeSettings(undefined, value);
    return settings;
  } catch (error) {
    return refuse(String(error));
  }
}

/** What settings look like: those that are read must look alike. */
const templates = (): { body: BodySettings; collider: Collider } => {
  const body = resolveBody({ colliders: [{ shape: 'sphere', radius: 1 }] });
  return { body, collider: body.colliders[0]! };
};

function checkBody(value: unknown, geometries: ReadonlyMap<number, Geometry>): BodySettings {
  const { body, collider } = templates();
  const { colliders, mass, massProperties, ...rest } = isPlain(value) ? value : refuse('a body is no object');
  const { userData: _, colliders: __, mass: ___, massProperties: ____, ...form } = body;
  if (!isAlike(rest, form) || !['dynamic', 'static', 'kinematic'].includes(rest.type as string))
    refuse('a body has a strange setting');
  if (mass !== undefined && !(typeof mass === 'number' && mass > 0)) refuse('a body has a strange mass');
  if (massProperties !== undefined && !(isPlain(massProperties) && areNumbers(massProperties)))
    refuse('a body has a strange mass');
  if (!Array.isArray(colliders)) return refuse('a body has no list of colliders');
  const { geometry: _____, events: ______, ...colliderForm } = collider;
  const settings = {
    ...(rest as unknown as BodySettings),
    mass,
    massProperties: massProperties as BodySettings['massProperties'],
    userData: undefined,
    colliders: colliders.map((each: unknown) => {
      const { geometry: id, ...settings } = isPlain(each) ? each : refuse('a collider is no object');
      const geometry = id === undefined ? undefined : geometries.get(id as number);
      const hasEvents = typeof settings.events === 'boolean' || settings.events === 'all';
      if (!isAlike(settings, colliderForm) || !hasEvents || (id !== undefined && !geometry))
        refuse('a collider has a strange setting');
      const checked = { ...settings, geometry } as unknown as Collider;
      if (shapeCode(checked) === undefined) refuse('a collider has a strange shape');
      return checked;
    }),
  };
  try {
    massOf(settings);
  } catch {
    refuse('a body has a strange mass');
  }
  return settings;
}

function checkJoint(value: unknown, bodies: ReadonlyMap<number, unknown>): SavedJoint {
  if (!isPlain(value) || typeof value.type !== 'string') return refuse('a joint is no object');
  for (const body of [value.bodyA, value.bodyB])
    if (body !== null && !bodies.has(body as number)) refuse('a joint has lost a body');
  return value as unknown as SavedJoint;
}

function checkGeometry(value: unknown): Geometry {
  if (!isPlain(value) || !(value.data instanceof Uint8Array) || typeof value.shape !== 'number')
    return refuse('a geometry is no geometry');
  const geometry = value as unknown as Geometry;
  return value.points instanceof Float32Array ? hullOf(value.points, geometry) : geometry;
}

/** A hull is made of its points again: what it is with a radius around it cannot be written down. */
function hullOf(points: Float32Array, saved: Geometry): Geometry {
  try {
    const geometry = resolveHull(points, 'points');
    return sameGeometry(geometry, saved) ? geometry : saved;
  } catch {
    return saved;
  }
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areNumbers = (value: Plain): boolean =>
  Object.values(value).every(
    (each) => typeof each === 'number' || (Array.isArray(each) && each.every((n) => typeof n === 'number')),
  );

const areHandles = (value: unknown): value is SavedHandles =>
  isPlain(value) &&
  [value.handles, value.free].every((list) => Array.isArray(list) && list.every((n) => Number.isInteger(n) && n >= 0));

/** The same keys, kinds of values and lengths of arrays. A setting that came later may be missing in neither. */
function isAlike(value: Plain, form: Plain): boolean {
  const keys = Object.keys(form).filter((key) => form[key] !== undefined);
  return keys.every((key) => {
    const [given, wanted] = [value[key], form[key]];
    if (Array.isArray(wanted))
      return (
        Array.isArray(given) &&
        given.length === wanted.length &&
        given.every((each) => typeof each === typeof wanted[0])
      );
    return typeof given === typeof wanted;
  });
}

function entries(value: unknown): [number, unknown][] {
  if (!Array.isArray(value)) return refuse('a list is missing');
  return value.map((entry: unknown) => {
    if (!Array.isArray(entry) || !Number.isInteger(entry[0]) || entry[0] < 0)
      return refuse('a list has a strange entry');
    return [entry[0] as number, entry[1]];
  });
}

const views: Record<string, (buffer: ArrayBuffer) => unknown> = {
  Uint8Array: (buffer) => new Uint8Array(buffer),
  Uint32Array: (buffer) => new Uint32Array(buffer),
  Float32Array: (buffer) => new Float32Array(buffer),
  Float64Array: (buffer) => new Float64Array(buffer),
};

/** Puts back what JSON cannot say. */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (!isPlain(value)) return value;
  if (value.$ === 'Infinity') return Infinity;
  if (value.$ === '-Infinity') return -Infinity;
  if (typeof value.$ === 'string') {
    const make = views[value.$];
    if (!make || typeof value.base64 !== 'string') return refuse('an array cannot be read');
    try {
      return make(Uint8Array.from(atob(value.base64), (char) => char.charCodeAt(0)).buffer);
    } catch {
      return refuse('an array cannot be read');
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
}

function toBase64(view: ArrayBufferView): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text);
}
