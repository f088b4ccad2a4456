import {
  CommandKind,
  ListenCommand,
  Request,
  RunCommand,
  StepCommand,
  WorldFlag,
  WorldSettings as Record,
} from '@atoll/kernel';
import { writeVec3 } from '../inbox/encode.js';
import type { Inbox } from '../inbox/inbox.js';
import type { MemoryViews } from '../memory/memory-views.js';
import type { WorldSettings } from './options.js';

export function addSetWorld(inbox: Inbox, views: MemoryViews, settings: WorldSettings): void {
  const at = inbox.add(CommandKind.SetWorld, Record.stride);
  const { u32, f32 } = views;
  writeVec3(views, at + Record.gravity, settings.gravity);
  f32[(at + Record.timeStep) >>> 2] = settings.timeStep;
  u32[(at + Record.substeps) >>> 2] = settings.substeps;
  u32[(at + Record.flags) >>> 2] =
    (settings.sleep ? WorldFlag.Sleep : 0) | (settings.continuous ? WorldFlag.Continuous : 0);
  f32[(at + Record.contactHertz) >>> 2] = settings.contactHertz;
  f32[(at + Record.contactDampingRatio) >>> 2] = settings.contactDampingRatio;
  f32[(at + Record.contactPushSpeed) >>> 2] = settings.contactPushSpeed;
  f32[(at + Record.jointHertz) >>> 2] = settings.jointHertz;
  f32[(at + Record.jointDampingRatio) >>> 2] = settings.jointDampingRatio;
  f32[(at + Record.restitutionThreshold) >>> 2] = settings.restitutionThreshold;
  f32[(at + Record.hitSpeedThreshold) >>> 2] = settings.hitSpeedThreshold;
  u32[(at + Record.blockOrderSeed) >>> 2] = settings.blockOrderSeed;
}

/** `request` 0: nobody waits for the last of them. */
export function addStep(inbox: Inbox, views: MemoryViews, count: number, request: number): void {
  const at = inbox.add(CommandKind.Step, StepCommand.stride);
  views.u32[(at + StepCommand.count) >>> 2] = count;
  views.u32[(at + StepCommand.request) >>> 2] = request;
}

export function addRun(inbox: Inbox, views: MemoryViews, on: boolean, maxBehind: number): void {
  const at = inbox.add(CommandKind.Run, RunCommand.stride);
  views.u32[(at + RunCommand.on) >>> 2] = on ? 1 : 0;
  views.u32[(at + RunCommand.maxBehind) >>> 2] = maxBehind;
}

export function addListen(inbox: Inbox, views: MemoryViews, on: boolean): void {
  const at = inbox.add(CommandKind.Listen, ListenCommand.stride);
  views.u32[(at + ListenCommand.on) >>> 2] = on ? 1 : 0;
}

/** Behind it come commands for the state that was loaded. */
export function addAdopt(inbox: Inbox): void {
  inbox.add(CommandKind.Adopt, Request.stride);
}

/** Asks for an answer: a Reply with that number. */
export function addRequest(inbox: Inbox, views: MemoryViews, kind: number, request: number): void {
  const at = inbox.add(kind, Request.stride);
  views.u32[(at + Request.request) >>> 2] = request;
}
