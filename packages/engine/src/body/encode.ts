import {
  BodyFlag,
  BodyMotion,
  BodySettings as Record,
  BodyType,
  ColliderSettings,
  CommandKind,
  SetColliders,
} from '@atoll/kernel';
import { writeQuat, writeVec3 } from '../inbox/encode.js';
import type { Inbox } from '../inbox/inbox.js';
import type { MemoryViews } from '../memory/memory-views.js';
import type { GeometryStore } from '../shapes/geometry/store.js';
import { colliderFlags, shapeCode, type Collider } from '../shapes/collider.js';
import type { MassProperties } from '../shapes/mass.js';
import type { BodySettings, BodyState } from './settings.js';
import type { BodyTemplate } from './shared-settings.js';

const types = { static: BodyType.Static, kinematic: BodyType.Kinematic, dynamic: BodyType.Dynamic };
/** Of a record with colliders behind its own `stride` bytes. */
const recordBytes = (stride: number, colliders: readonly Collider[]): number =>
  (stride + colliders.length * ColliderSettings.stride + 15) & ~15;

/** What records with colliders are written to. */
interface Target {
  readonly inbox: Inbox;
  readonly views: MemoryViews;
  readonly geometries: GeometryStore;
}

/** CreateBody, with the colliders behind it, and before it the geometries that are new. */
export function addCreateBody(
  { inbox, views, geometries }: Target,
  handle: number,
  state: BodyState,
  template: BodyTemplate,
): void {
  const { settings, record } = template;
  const { colliders } = settings;
  const at = addWithColliders(inbox, geometries, CommandKind.CreateBody, Record.stride, colliders, record);
  const { u32 } = views;
  if (!record) {
    writeSettings(views, at, 0, settings, template.mass);
    u32[(at + Record.colliderCount) >>> 2] = colliders.length;
    writeColliders(views, at + Record.stride, colliders);
    template.record = u32.slice(at >>> 2, (at + recordBytes(Record.stride, colliders)) >>> 2);
  }
  u32[(at + Record.body) >>> 2] = handle;
  writeVec3(views, at + Record.position, state.position);
  writeQuat(views, at + Record.rotation, state.rotation);
  const { linearVelocity, angularVelocity } = state;
  if (linearVelocity) writeVec3(views, at + Record.linearVelocity, linearVelocity);
  if (angularVelocity) writeVec3(views, at + Record.angularVelocity, angularVelocity);
  writeGeometries(views, geometries, at + Record.stride, colliders);
}

/** UpdateBody: the fields that `mask` names (BodyField bits). */
export function addUpdateBody(
  inbox: Inbox,
  views: MemoryViews,
  handle: number,
  mask: number,
  settings: BodySettings,
  mass: MassProperties,
): void {
  const at = inbox.add(CommandKind.UpdateBody, Record.stride);
  writeSettings(views, at, mask, settings, mass);
  views.u32[(at + Record.body) >>> 2] = handle;
}

/** SetColliders, with the colliders behind it. */
export function addSetColliders(
  { inbox, views, geometries }: Target,
  handle: number,
  before: readonly Collider[],
  colliders: readonly Collider[],
  mass: MassProperties,
): void {
  const at = addWithColliders(inbox, geometries, CommandKind.SetColliders, SetColliders.stride, colliders);
  views.u32[(at + SetColliders.body) >>> 2] = handle;
  views.u32[(at + SetColliders.colliderCount) >>> 2] = colliders.length;
  writeVec3(views, at + SetColliders.centerOfMass, mass.centerOfMass);
  views.f32[(at + SetColliders.mass) >>> 2] = mass.mass;
  views.f32.set(mass.inertia, (at + SetColliders.inertia) >>> 2);
  writeColliders(views, at + SetColliders.stride, colliders);
  writeGeometries(views, geometries, at + SetColliders.stride, colliders);
  geometries.release(before);
}

/** A record with room for `colliders`, and its address: `finished`, or an empty one. */
function addWithColliders(
  inbox: Inbox,
  geometries: GeometryStore,
  kind: number,
  stride: number,
  colliders: readonly Collider[],
  finished?: Uint32Array,
): number {
  geometries.acquire(colliders);
  try {
    return finished ? inbox.addFinished(finished) : inbox.add(kind, recordBytes(stride, colliders));
  } catch (error) {
    geometries.release(colliders);
    throw error;
  }
}

/** Starts a BodyMotion record; `mask` bit 0: first counts, bit 1: second counts. Returns its address. */
export function addMotion(inbox: Inbox, views: MemoryViews, kind: number, handle: number, mask: number): number {
  const at = inbox.add(kind, BodyMotion.stride);
  views.u32[(at + BodyMotion.body) >>> 2] = handle;
  views.u32[(at + BodyMotion.mask) >>> 2] = mask;
  return at;
}

function writeSettings(
  views: MemoryViews,
  at: number,
  mask: number,
  settings: BodySettings,
  mass: MassProperties,
): void {
  const { u32, f32 } = views;
  u32[(at + Record.mask) >>> 2] = mask;
  u32[(at + Record.type) >>> 2] = types[settings.type];
  u32[(at + Record.flags) >>> 2] = flagsOf(settings);
  f32[(at + Record.gravityScale) >>> 2] = settings.gravityScale;
  f32[(at + Record.linearDamping) >>> 2] = settings.linearDamping;
  f32[(at + Record.angularDamping) >>> 2] = settings.angularDamping;
  f32[(at + Record.sleepThreshold) >>> 2] = settings.sleepThreshold;
  writeVec3(views, at + Record.centerOfMass, mass.centerOfMass);
  f32[(at + Record.mass) >>> 2] = mass.mass;
  f32.set(mass.inertia, (at + Record.inertia) >>> 2);
}

function flagsOf(settings: BodySettings): number {
  const { lockTranslations, lockRotations } = settings;
  return (
    (settings.canSleep ? BodyFlag.CanSleep : 0) |
    (settings.bullet ? BodyFlag.Bullet : 0) |
    (settings.enabled ? BodyFlag.Enabled : 0) |
    (lockTranslations[0] ? BodyFlag.LockTranslationX : 0) |
    (lockTranslations[1] ? BodyFlag.LockTranslationY : 0) |
    (lockTranslations[2] ? BodyFlag.LockTranslationZ : 0) |
    (lockRotations[0] ? BodyFlag.LockRotationX : 0) |
    (lockRotations[1] ? BodyFlag.LockRotationY : 0) |
    (lockRotations[2] ? BodyFlag.LockRotationZ : 0)
  );
}

function writeColliders(views: MemoryViews, start: number, colliders: readonly Collider[]): void {
  const { u32, f32 } = views;
  for (let i = 0; i < colliders.length; i++) {
    const collider = colliders[i]!;
    const at = start + i * ColliderSettings.stride;
    u32[(at + ColliderSettings.shape) >>> 2] = shapeCode(collider);
    u32[(at + ColliderSettings.flags) >>> 2] = colliderFlags(collider);
    u32[(at + ColliderSettings.memberships) >>> 2] = collider.memberships;
    u32[(at + ColliderSettings.filter) >>> 2] = collider.filter;
    writeVec3(views, at + ColliderSettings.position, collider.position);
    f32[(at + ColliderSettings.friction) >>> 2] = collider.friction;
    writeQuat(views, at + ColliderSettings.rotation, collider.rotation);
    writeVec3(views, at + ColliderSettings.size, collider.size);
    f32[(at + ColliderSettings.restitution) >>> 2] = collider.restitution;
    writeVec3(views, at + ColliderSettings.surfaceVelocity, collider.surfaceVelocity);
    f32[(at + ColliderSettings.rollingResistance) >>> 2] = collider.rollingResistance;
    f32[(at + ColliderSettings.rounding) >>> 2] = collider.rounding;
  }
}

/** Under which ids the world's kernel holds the colliders' geometries now. */
function writeGeometries(
  { u32 }: MemoryViews,
  geometries: GeometryStore,
  start: number,
  colliders: readonly Collider[],
): void {
  for (let i = 0; i < colliders.length; i++) {
    const { geometry } = colliders[i]!;
    if (geometry)
      u32[(start + i * ColliderSettings.stride + ColliderSettings.geometry) >>> 2] = 1 + geometries.idOf(geometry);
  }
}
