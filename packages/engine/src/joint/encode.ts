import {
  CommandKind,
  JointFlag,
  JointRowFlag,
  JointRowSettings as RowRecord,
  JointSettings as Record,
} from '@atoll/kernel';
import { writeQuat, writeVec3 } from '../inbox/encode.js';
import type { Inbox } from '../inbox/inbox.js';
import type { MemoryViews } from '../memory/memory-views.js';
import { bounded } from './check.js';
import type { BlockSpring, Row } from './constraint.js';
import type { JointSettings } from './settings.js';

/** CreateJoint or UpdateJoint. */
export function addJoint(
  inbox: Inbox,
  views: MemoryViews,
  kind: number,
  handle: number,
  { bodyA, bodyB, given, constraint }: JointSettings,
): void {
  const { frames, locks, linearSpring, angularSpring, rows } = constraint;
  const { collideConnected = false, enabled = true, breakForce = Infinity, breakTorque = Infinity } = given;
  const at = inbox.add(kind, Record.stride + rows.length * RowRecord.stride);
  const { u32, f32 } = views;
  u32[(at + Record.joint) >>> 2] = handle;
  u32[(at + Record.flags) >>> 2] =
    (collideConnected ? JointFlag.CollideConnected : 0) |
    (enabled ? JointFlag.Enabled : 0) |
    (linearSpring ? JointFlag.LinearSpring : 0) |
    (angularSpring ? JointFlag.AngularSpring : 0);
  u32[(at + Record.bodyA) >>> 2] = bodyA?.handle ?? 0;
  u32[(at + Record.bodyB) >>> 2] = bodyB?.handle ?? 0;
  u32[(at + Record.locks) >>> 2] = locks;
  u32[(at + Record.rowCount) >>> 2] = rows.length;
  writeVec3(views, at + Record.anchorA, frames.anchorA);
  f32[(at + Record.breakForce) >>> 2] = breakForce as number;
  writeQuat(views, at + Record.rotationA, frames.rotationA);
  writeVec3(views, at + Record.anchorB, frames.anchorB);
  f32[(at + Record.breakTorque) >>> 2] = breakTorque as number;
  writeQuat(views, at + Record.rotationB, frames.rotationB);
  writeSpring(f32, (at + Record.linearHertz) >>> 2, linearSpring);
  writeSpring(f32, (at + Record.angularHertz) >>> 2, angularSpring);
  rows.forEach((row, i) => writeRow(views, at + Record.stride + i * RowRecord.stride, row));
}

function writeSpring(f32: Float32Array, word: number, spring: BlockSpring | undefined): void {
  f32[word] = spring?.hertz ?? 0;
  f32[word + 1] = spring?.dampingRatio ?? 0;
  f32[word + 2] = spring?.maxForce ?? 0;
}

function writeRow({ u32, f32 }: MemoryViews, at: number, { kind, limits, spring, motor }: Row): void {
  const sprung = spring !== undefined && (spring.hertz > 0 || (spring.isStiffness && spring.damping > 0));
  const driven = motor !== undefined && motor.maxForce > 0;
  u32[(at + RowRecord.kind) >>> 2] = kind;
  u32[(at + RowRecord.flags) >>> 2] =
    (limits ? JointRowFlag.Limit : 0) |
    (sprung ? JointRowFlag.Spring : 0) |
    (sprung && spring.isStiffness ? JointRowFlag.Stiffness : 0) |
    (driven ? JointRowFlag.Motor : 0);
  f32[(at + RowRecord.min) >>> 2] = bounded(limits?.min ?? 0);
  f32[(at + RowRecord.max) >>> 2] = bounded(limits?.max ?? 0);
  f32[(at + RowRecord.springHertz) >>> 2] = spring?.hertz ?? 0;
  f32[(at + RowRecord.springDamping) >>> 2] = spring?.damping ?? 0;
  f32[(at + RowRecord.springTarget) >>> 2] = spring?.target ?? 0;
  f32[(at + RowRecord.springMaxForce) >>> 2] = spring?.maxForce ?? 0;
  f32[(at + RowRecord.motorVelocity) >>> 2] = motor?.velocity ?? 0;
  f32[(at + RowRecord.motorMaxForce) >>> 2] = motor?.maxForce ?? 0;
}

export function addDestroyJoint(inbox: Inbox, views: MemoryViews, handle: number): void {
  const at = inbox.add(CommandKind.DestroyJoint, Record.stride);
  views.u32[(at + Record.joint) >>> 2] = handle;
}
