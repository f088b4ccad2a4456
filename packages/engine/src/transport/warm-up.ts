import { BodyMotion, CommandKind, StepCommand } from '@atoll/kernel';
import { addCreateBody, addMotion } from '../body/encode.js';
import type { BodyOptions } from '../body/options.js';
import { massOf, resolveBody } from '../body/settings.js';
import { Inbox } from '../inbox/inbox.js';
import { MemoryViews } from '../memory/memory-views.js';
import { Outbox } from '../outbox/outbox.js';
import { WorldHeader } from '@atoll/kernel';
import { GeometryStore } from '../shapes/geometry/store.js';
import { createKernelWorld } from './kernel.js';

/** bytes: room for the hidden scene. */
const MEMORY = 1 << 24;
/** Steps after which the functions of a step are likely to have been handed to the optimising compiler. */
const STEPS = 100;
/** ms after which a slow machine goes on without. */
const LIMIT = 50;
const BASE = 8;
/** Every so many steps the pyramid is built anew, so that contacts begin and end as often as in the first steps of a large world. */
const CYCLE = 2;
/** How many times as far from each other its boxes are in between. */
const APART = 3;
const GENERATION = 1 << 20;

const warm = new WeakSet<WebAssembly.Module>();

/** Whether nobody has warmed this module up yet; the caller does it now. */
export function takesWarmUp(module: WebAssembly.Module): boolean {
  if (warm.has(module)) return false;
  warm.add(module);
  return true;
}

/**
 * Runs a small scene through every stage, in a memory that is dropped afterwards. An engine compiles WebAssembly quickly first and
 * well once a function has run for a while; compiled code belongs to the module, so that every world and every worker has it from its
 * first step on.
 */
export async function warmUp(module: WebAssembly.Module, shared: boolean): Promise<void> {
  const { memory, world, exports } = await createKernelWorld(module, {
    shared,
    workers: 1,
    cores: 1,
    maxMemory: MEMORY,
  });
  const views = new MemoryViews(memory);
  const inbox = new Inbox(views, views.u32[(world + WorldHeader.inbox) >>> 2]!, () => {});
  const outbox = new Outbox(views, views.u32[(world + WorldHeader.outbox) >>> 2]!);
  const target = { inbox, views, geometries: new GeometryStore(inbox, views) };
  let index = 0;
  for (const options of scene()) {
    const settings = resolveBody(options);
    addCreateBody(target, GENERATION | index++, settings, massOf(settings));
  }
  const until = performance.now() + LIMIT;
  for (let step = 0; step < STEPS && performance.now() < until; step++) {
    if (step % CYCLE === 0) place(target, 1);
    else if (step % CYCLE === CYCLE - 1) place(target, APART);
    const at = inbox.add(CommandKind.Step, StepCommand.stride);
    views.u32[(at + StepCommand.count) >>> 2] = 1;
    inbox.publish();
    while (exports.pump(world) & 1);
    for (let record = outbox.peek(); record !== 0; record = outbox.peek()) outbox.done(record);
  }
}

/** Teleports the boxes of the pyramid. */
function place({ inbox, views }: { inbox: Inbox; views: MemoryViews }, scale: number): void {
  let index = 1;
  for (const position of pyramid()) {
    const at = addMotion(inbox, views, CommandKind.SetPose, GENERATION | index++, 1);
    position.forEach((x, i) => (views.f32[((at + BodyMotion.first) >>> 2) + i] = x * scale));
  }
}

/** Where its boxes stand, from the bottom row up. */
function* pyramid(): Generator<[number, number, number]> {
  for (let row = 0; row < BASE; row++)
    for (let i = 0; i < BASE - row; i++) yield [i - (BASE - row - 1) / 2, 0.5 + row, 0];
}

/** A pyramid, and one of each shape that falls on it. */
function* scene(): Generator<BodyOptions> {
  const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;
  yield { type: 'static', position: [0, -1, 0], colliders: [{ shape: 'box', halfExtents: [50, 1, 50] }] };
  for (const position of pyramid()) yield { position, colliders: [box], canSleep: false };
  for (const [i, shape] of ([0, 1, 2] as const).entries()) {
    yield {
      position: [shape - 1, BASE + 1 + i, 0.2],
      linearVelocity: [0, -10, 0],
      colliders: [
        [box, { shape: 'sphere', radius: 0.5 }, { shape: 'capsule', halfHeight: 0.3, radius: 0.3 }][shape]!,
      ].map((collider) => ({ ...(collider as typeof box), restitution: 0.5 })),
    };
  }
  yield { position: [0, 2, 0], type: 'kinematic', colliders: [{ ...box, sensor: true }], angularVelocity: [0, 1, 0] };
}
