import { CommandKind, JointFlag, JointSettings as Record, JointType } from '@atoll/kernel';
import { writeQuat, writeVec3 } from '../inbox/encode.js';
import type { Inbox } from '../inbox/inbox.js';
import type { MemoryViews } from '../memory/memory-views.js';
import type { JointSettings } from './settings.js';

const IDENTITY = [0, 0, 0, 1];

/** CreateJoint or UpdateJoint. */
export function addJoint(
  inbox: Inbox,
  views: MemoryViews,
  kind: number,
  handle: number,
  settings: JointSettings,
): void {
  const at = inbox.add(kind, Record.stride);
  const { u32, f32 } = views;
  u32[(at + Record.joint) >>> 2] = handle;
  u32[(at + Record.type) >>> 2] = JointType.Spherical;
  u32[(at + Record.bodyA) >>> 2] = settings.bodyA.handle;
  u32[(at + Record.bodyB) >>> 2] = settings.bodyB.handle;
  u32[(at + Record.flags) >>> 2] =
    (settings.collideConnected ? JointFlag.CollideConnected : 0) | (settings.enabled ? JointFlag.Enabled : 0);
  f32[(at + Record.breakForce) >>> 2] = settings.breakForce;
  f32[(at + Record.breakTorque) >>> 2] = settings.breakTorque;
  writeVec3(views, at + Record.anchorA, settings.anchorA);
  writeQuat(views, at + Record.rotationA, IDENTITY);
  writeVec3(views, at + Record.anchorB, settings.anchorB);
  writeQuat(views, at + Record.rotationB, IDENTITY);
  // A lower limit above the upper one: no limit.
  f32[(at + Record.limitMin) >>> 2] = 1;
  f32[(at + Record.limitMax) >>> 2] = -1;
}

export function addDestroyJoint(inbox: Inbox, views: MemoryViews, handle: number): void {
  const at = inbox.add(CommandKind.DestroyJoint, Record.stride);
  views.u32[(at + Record.joint) >>> 2] = handle;
}
