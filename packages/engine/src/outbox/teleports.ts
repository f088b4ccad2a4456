import { BodyMotion } from '@atoll/kernel';
import { indexOf } from '../body/handles.js';
import type { MemoryViews } from '../memory/memory-views.js';
import type { PoseTable } from './poses.js';

/** Numbers a teleport takes: how many commands were written with it, index, mask, position, rotation. */
const STRIDE = 10;

/** Teleports that no frame that was read knows of, in order: while time stands still, none will. */
export class Teleports {
  /** Flat, and emptied in place: a world in which bodies are placed all the time makes nothing new. */
  private readonly told: number[] = [];

  /** Notes the SetPose record at `at`. `commands`: how many were written with it. */
  add({ u32, f32 }: MemoryViews, at: number, commands: number): void {
    const { told } = this;
    told.push(commands, indexOf(u32[(at + BodyMotion.body) >>> 2]!), u32[(at + BodyMotion.mask) >>> 2]!);
    const position = (at + BodyMotion.first) >>> 2;
    const rotation = (at + BodyMotion.second) >>> 2;
    for (let k = 0; k < 3; k++) told.push(f32[position + k]!);
    for (let k = 0; k < 4; k++) told.push(f32[rotation + k]!);
  }

  /** A frame was read before which `commands` were applied. */
  forget(commands: number): void {
    const { told } = this;
    let known = 0;
    while (known < told.length && told[known]! <= commands) known += STRIDE;
    if (known === 0) return;
    told.copyWithin(0, known);
    told.length -= known;
  }

  clear(): void {
    this.told.length = 0;
  }

  /** The bodies are there from now on. */
  show(poses: PoseTable): void {
    const { told } = this;
    for (let i = 0; i < told.length; i += STRIDE) poses.place(told[i + 1]!, told[i]!, told[i + 2]!, told, i + 3);
    told.length = 0;
  }
}
