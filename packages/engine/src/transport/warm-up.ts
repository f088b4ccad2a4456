import { CommandKind, StepCommand, WorldHeader } from '@atoll/kernel';
import { Inbox } from '../inbox/inbox.js';
import { MemoryViews } from '../memory/memory-views.js';
import { Outbox } from '../outbox/outbox.js';
import type { HiddenScene } from './hidden-scene.js';
import { createKernelWorldSync, type KernelWorld } from './kernel.js';

/** bytes: room for the hidden scene. */
const MEMORY = 1 << 24;
/** Steps after which the functions of a step have been handed to the optimising compiler, and of a first step, too... */
const STEPS = 300;
/** ...and after which most have, where a world waits for it. */
const FEW = 100;
/** ms of work after which a slow machine goes on without then. */
const LIMIT = 50;
/** ms of it ahead of the first world: what compiles its code would else take the cores from a page that creates bodies, and from who takes them in. */
const AHEAD = 20;
/** Every so many steps the pyramid is made anew, so that bodies come, contacts begin and islands merge as often as in the first step of a large world. */
const CYCLE = 3;

const warm = new WeakSet<WebAssembly.Module>();

/** Whether nobody has warmed this module up yet; the caller does it now. */
export function takesWarmUp(module: WebAssembly.Module): boolean {
  if (warm.has(module)) return false;
  warm.add(module);
  return true;
}

/**
 * Runs a small scene through every stage, in a memory that is dropped afterwards. An engine compiles WebAssembly quickly first and
 * well once a function has run for a while; compiled code belongs to the module, so that every world and every worker has it.
 */
export class WarmUp {
  private steps = 0;
  private hidden: HiddenWorld | undefined;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly shared: boolean,
    private readonly scene: HiddenScene,
  ) {}

  get isDone(): boolean {
    return this.steps >= STEPS;
  }

  /** One step of the hidden scene: some tenths of a millisecond, the first some milliseconds. Never fails: without it the first steps are slower. */
  step(): void {
    try {
      this.run();
    } catch {
      this.steps = STEPS;
    }
    if (this.isDone) this.hidden = undefined;
  }

  /** As much of it as is done before a thread says that a world runs. */
  begin(): void {
    this.hurry(AHEAD);
  }

  /** The most of it at once, for `limit` ms. */
  hurry(limit = LIMIT): void {
    const until = performance.now() + limit;
    while (this.steps < FEW && performance.now() < until) this.step();
  }

  private run(): void {
    const { scene } = this;
    const phase = this.steps++ % CYCLE;
    this.hidden ??= new HiddenWorld(this.module, this.shared, scene.bodies);
    if (phase === 0) this.hidden.add(scene.pyramid);
    else if (phase === CYCLE - 1) this.hidden.add(scene.gone);
    this.hidden.step();
  }
}

class HiddenWorld {
  private readonly kernel: KernelWorld;
  private readonly views: MemoryViews;
  private readonly inbox: Inbox;
  private readonly outbox: Outbox;

  constructor(module: WebAssembly.Module, shared: boolean, bodies: Uint32Array) {
    this.kernel = createKernelWorldSync(module, { shared, workers: 1, cores: 1, maxMemory: MEMORY });
    const { memory, world } = this.kernel;
    this.views = new MemoryViews(memory);
    this.inbox = new Inbox(this.views, this.views.u32[(world + WorldHeader.inbox) >>> 2]!, () => {});
    this.outbox = new Outbox(this.views, this.views.u32[(world + WorldHeader.outbox) >>> 2]!);
    this.add(bodies);
  }

  /** In one piece: record by record this is called often enough for the host to compile it well, in each thread, while the page creates its bodies. */
  add(records: Uint32Array): void {
    this.inbox.addFinished(records);
  }

  step(): void {
    const { inbox, outbox, views, kernel } = this;
    const at = inbox.add(CommandKind.Step, StepCommand.stride);
    views.u32[(at + StepCommand.count) >>> 2] = 1;
    inbox.publish();
    while (kernel.exports.pump(kernel.world) & 1);
    for (let record = outbox.peek(); record !== 0; record = outbox.peek()) outbox.done(record);
  }
}
