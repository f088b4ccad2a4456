import { RecordHeader, WorldHeader } from '@atoll/kernel';
import { PhysicsError, PhysicsInputError } from '../errors.js';
import { Inbox } from '../inbox/inbox.js';
import { MemoryViews } from '../memory/memory-views.js';
import { Outbox } from '../outbox/outbox.js';
import { createKernelWorld, type KernelWorld } from '../transport/kernel.js';
import type { Post } from './attend.js';
import type { CommandsMessage, HostMessage, Parcel } from './messages.js';
import type { WarmUp } from '../transport/warm-up.js';
import { Pace } from './pace.js';
import { Parcels } from './parcels.js';

/** Bits that `pump` returns. */
const MORE = 1;
const REPLIED = 2;
const STALLED = 4;

/** ms that the simulation runs before messages are looked at again, and that a frame waits for the next one at most. */
const SLICE = 4;
/** bytes of frames that are worth a message while more steps follow. */
const WORTH_SENDING = 1 << 18;
/** bytes that may lie unread on the page before the world waits for it. */
const MAX_UNREAD = 1 << 22;

/**
 * A world in this thread's own memory. The page cannot see it: commands come in parcels and go into the kernel's inbox, and what the
 * kernel's outbox holds goes back in parcels, each behind a copy of the header. Never blocks: it runs in slices between messages.
 */
export class HostedWorld {
  static async open(
    { module, maxMemory }: HostMessage,
    post: Post,
    fail: (error: unknown) => void,
    warmUp: WarmUp | undefined,
  ): Promise<HostedWorld> {
    const kernel = await createKernelWorld(module, { shared: false, workers: 1, cores: 1, maxMemory });
    return new HostedWorld(kernel, post, fail, warmUp);
  }

  private readonly views: MemoryViews;
  private readonly inbox: Inbox;
  private readonly outbox: Outbox;
  private readonly parcels = new Parcels();
  private readonly pace: Pace;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly slices = new MessageChannel();
  /** Commands that are not in the kernel's inbox yet. */
  private readonly waiting: { words: Uint32Array; parcel: Parcel; word: number }[] = [];
  /** Buffers of the page that it can have back. */
  private readonly emptied: ArrayBuffer[] = [];
  /** Bytes that went to the page and were not returned. */
  private unread = 0;
  private sentAt = 0;
  /** What the page knows of the header: of the part that says something to it. */
  private readonly sent = new Uint32Array(WorldHeader.reserved >>> 2);
  private isScheduled = false;
  private ended = false;

  private constructor(
    private readonly kernel: KernelWorld,
    private readonly post: Post,
    private readonly fail: (error: unknown) => void,
    readonly warmUp: WarmUp | undefined,
  ) {
    this.views = new MemoryViews(kernel.memory);
    this.pace = new Pace(kernel.exports, kernel.world);
    const { u32 } = this.views;
    this.inbox = new Inbox(this.views, u32[(kernel.world + WorldHeader.inbox) >>> 2]!, () => {});
    this.outbox = new Outbox(this.views, u32[(kernel.world + WorldHeader.outbox) >>> 2]!);
    // Unlike a timer, a message to oneself comes back without a pause.
    this.slices.port1.onmessage = () => {
      this.isScheduled = false;
      this.run();
    };
    if (warmUp) this.schedule();
  }

  receive({ parcel, returned }: CommandsMessage): void {
    for (const buffer of returned) {
      this.unread -= buffer.byteLength;
      this.parcels.keep(buffer);
    }
    if (parcel) this.waiting.push({ words: new Uint32Array(parcel.buffer), parcel, word: 0 });
    // Behind what else has arrived: the end of the world may be among it.
    this.schedule();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.slices.port1.close();
  }

  private schedule(): void {
    if (this.isScheduled || this.ended) return;
    this.isScheduled = true;
    this.slices.port2.postMessage(0);
  }

  private run(): void {
    try {
      this.runSlice();
    } catch (error) {
      this.end();
      this.fail(
        error instanceof PhysicsInputError
          ? new PhysicsError('out-of-memory', 'World.maxMemory: a command found no room and was lost', { cause: error })
          : error,
      );
    }
  }

  private runSlice(): void {
    if (this.ended) return;
    const until = performance.now() + SLICE;
    let replied = false;
    for (;;) {
      const isFed = this.feed();
      if (this.unread >= MAX_UNREAD) return;
      this.rest();
      const bits = this.kernel.exports.pump(this.kernel.world);
      replied ||= (bits & REPLIED) !== 0;
      const now = performance.now();
      // Stalled: it waits for what is sent now to be taken out.
      const isDone = isFed && !(bits & (MORE | STALLED));
      if (isDone || replied || now - this.sentAt > SLICE || this.outbox.unread > WORTH_SENDING) {
        this.send(replied);
        this.sentAt = now;
        replied = false;
      }
      if (isDone && this.rest() > 0) return this.warm();
      if (now >= until) return this.schedule();
    }
  }

  /** While there is nothing else to do. */
  private warm(): void {
    if (!this.warmUp || this.warmUp.isDone) return;
    this.warmUp.step();
    this.schedule();
  }

  /** Moves commands into the kernel's inbox as far as there is room. True when none is left. */
  private feed(): boolean {
    const { inbox, waiting } = this;
    for (let first = waiting[0]; first; first = waiting[0]) {
      const { words, parcel } = first;
      while (first.word < parcel.byteLength >>> 2) {
        if (!inbox.hasRoom(words[first.word + (RecordHeader.byteLength >>> 2)]!)) {
          inbox.publish();
          return false;
        }
        first.word = inbox.copy(words, first.word);
      }
      this.emptied.push(parcel.buffer);
      waiting.shift();
    }
    inbox.publish();
    return true;
  }

  /** Asks for what is due by the world's own clock, and comes back for the next step. Returns ms until then. */
  private rest(): number {
    this.views.refresh();
    const wait = this.pace.tick(this.views.i32, this.views.f32);
    clearTimeout(this.timer);
    if (wait !== Infinity) this.timer = setTimeout(() => this.run(), wait);
    return wait;
  }

  /** Sends what there is to read. Nothing where the page has seen it all: it would send the buffer back, and so on for ever. */
  private send(readable: boolean): void {
    const { views, kernel, outbox, parcels, sent } = this;
    views.refresh();
    const header = views.u32.subarray(kernel.world >>> 2, (kernel.world + WorldHeader.stride) >>> 2);
    if (outbox.peek() === 0 && sent.every((word, i) => word === header[i])) return;
    sent.set(header.subarray(0, sent.length));
    const parcel = parcels.fill(outbox, header);
    this.unread += parcel.buffer.byteLength;
    const returned = this.emptied.splice(0);
    this.post({ type: 'frames', parcel, readable, returned }, [parcel.buffer, ...returned]);
  }
}
