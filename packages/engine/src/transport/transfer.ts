import { RingSegment, WorldHeader } from '@atoll/kernel';
import { PhysicsError } from '../errors.js';
import { Inbox } from '../inbox/inbox.js';
import { MemoryViews } from '../memory/memory-views.js';
import { Outbox } from '../outbox/outbox.js';
import type { FramesMessage } from '../pool/messages.js';
import { Parcels } from '../pool/parcels.js';
import { acquireThreads, type PoolThread } from '../pool/pool.js';
import { recordScene } from './hidden-scene.js';
import { CLOSING_TIME, loadKernel, reservePatiently } from './kernel.js';
import { takesWarmUp } from './warm-up.js';
import type { Transport, TransportListener, TransportOptions } from './transport.js';

/** Where the page keeps its copy of the header and its ends of the two rings. */
const HEADER = 64;
const INBOX = 4096;
const RING_BYTES = 1 << 18;
const OUTBOX = 2 * INBOX + RING_BYTES;
const INITIAL_PAGES = 16;
/** Unread bytes at which the world's reader is called, where it does not read by itself. */
const MAX_UNREAD = 1 << 22;
/** What of the header is the worker's to say: everything from here on. */
const COPIED_FROM = WorldHeader.failed >>> 2;

/**
 * One thread with the kernel in a memory of its own, for pages that may not share memory. The page has a small memory with the same
 * rings and header; what is in them is carried over in buffers that change hands.
 */
export async function openTransfer({ maxMemory }: TransportOptions): Promise<Transport> {
  const [thread] = acquireThreads(1);
  try {
    const module = await loadKernel('single');
    const memory = await reservePatiently(INITIAL_PAGES, { shared: false, maxMemory });
    const transport = new TransferTransport(thread!, memory, module, maxMemory);
    await transport.started;
    return transport;
  } catch (error) {
    thread!.terminate();
    throw error;
  }
}

class TransferTransport implements Transport {
  readonly kind = 'transfer';
  readonly workers = 1;
  readonly isSynchronous = false;
  readonly world = HEADER;
  /** Resolves when the thread has made the world. */
  readonly started: Promise<void>;
  private readonly views: MemoryViews;
  private readonly commands: Outbox;
  private readonly frames: Inbox;
  private readonly parcels = new Parcels();
  /** Buffers of the thread that it can have back. */
  private readonly emptied: ArrayBuffer[] = [];
  private listener: TransportListener | undefined;
  private failure: PhysicsError | undefined;
  private isOver = false;
  private closing: Promise<void> | undefined;
  private onOver: (() => void) | undefined;

  constructor(
    private readonly thread: PoolThread,
    readonly memory: WebAssembly.Memory,
    module: WebAssembly.Module,
    maxMemory: number,
  ) {
    this.views = new MemoryViews(memory);
    const { u32 } = this.views;
    u32[(HEADER + WorldHeader.inbox) >>> 2] = INBOX;
    u32[(HEADER + WorldHeader.outbox) >>> 2] = OUTBOX;
    for (const ring of [INBOX, OUTBOX]) u32[(ring + RingSegment.capacity) >>> 2] = RING_BYTES;
    this.commands = new Outbox(this.views, INBOX);
    this.frames = new Inbox(this.views, OUTBOX, () => {});
    this.started = new Promise((resolve, reject) => {
      this.hold(true);
      thread.run(
        { type: 'host', module, maxMemory, warmUp: takesWarmUp(module) ? recordScene() : undefined },
        {
          onRunning: () => {
            this.hold(false);
            resolve();
          },
          onReadable: () => {},
          onFrames: (message) => this.receive(message),
          onIdle: () => {
            thread.release();
            this.over();
          },
          onFailure: (reason, problem = 'worker-failed') => {
            this.failure = new PhysicsError(problem, `The worker failed: ${reason}`);
            reject(this.failure);
            this.over();
            this.listener?.onFailure(this.failure);
          },
        },
      );
    });
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
    // The thread may have failed between starting and now.
    if (this.failure) listener.onFailure(this.failure);
  }

  ring(): void {
    const parcel = this.commands.peek() === 0 ? undefined : this.parcels.fill(this.commands);
    if (!parcel && this.emptied.length === 0) return;
    const returned = this.emptied.splice(0);
    this.thread.post({ type: 'commands', parcel, returned }, parcel ? [parcel.buffer, ...returned] : returned);
  }

  hold(yes: boolean): void {
    this.thread.hold(yes);
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private receive({ parcel, readable, returned }: FramesMessage): void {
    for (const buffer of returned) this.parcels.keep(buffer);
    if (!this.listener) return;
    const words = new Uint32Array(parcel.buffer);
    this.views.refresh();
    const headerWords = WorldHeader.stride >>> 2;
    this.views.u32.set(words.subarray(COPIED_FROM, headerWords), (HEADER >>> 2) + COPIED_FROM);
    for (let word = headerWords, end = parcel.byteLength >>> 2; word < end;) word = this.frames.copy(words, word);
    this.frames.publish();
    this.emptied.push(parcel.buffer);
    this.ring();
    if (readable || this.frames.unread > MAX_UNREAD) this.listener.onReadable(false);
  }

  private async shutDown(): Promise<void> {
    this.listener = undefined;
    if (this.isOver) return;
    this.hold(true);
    this.thread.post({ type: 'end' }, []);
    const timer = setTimeout(() => {
      this.thread.terminate();
      this.over();
    }, CLOSING_TIME);
    await new Promise<void>((resolve) => (this.onOver = resolve));
    clearTimeout(timer);
  }

  private over(): void {
    this.isOver = true;
    this.onOver?.();
  }
}
