import { Event, EventKind, Frame, OutboxKind, Pose, Reply, RingSegment, Velocity, WorldHeader } from '@atoll/kernel';
import { MemoryViews } from '../memory/memory-views.js';
import type { Transport, TransportListener } from './transport.js';

/** Where things lie in a memory of two pages. The inbox has room for some hundred records. */
const PAGES = 2;
const WORLD = 64;
const INBOX = 1024;
const INBOX_BYTES = 1 << 16;
const OUTBOX = INBOX + RingSegment.stride + INBOX_BYTES;
const OUTBOX_BYTES = 1 << 15;
/** Begins in the first frame, so many that they are put off in one piece, and in the others. */
const MANY = 70;
const FEW = 1;

/** Nothing is simulated: whatever is asked for is answered at once with a frame in which `bodies` stay where they are, and with a reply. */
export class RehearsalTransport implements Transport {
  readonly kind = 'inline';
  readonly workers = 1;
  readonly isSynchronous = true;
  readonly memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  readonly world = WORLD;
  private readonly views = new MemoryViews(this.memory);
  private listener: TransportListener | undefined;
  private answers = 0;
  private head = 0;

  /** @param handles of the bodies, whose indices follow each other from 0 on. */
  constructor(private readonly handles: readonly number[]) {
    this.set(WORLD + WorldHeader.inbox, INBOX);
    this.set(WORLD + WorldHeader.outbox, OUTBOX);
    this.set(INBOX + RingSegment.capacity, INBOX_BYTES);
    this.set(OUTBOX + RingSegment.capacity, OUTBOX_BYTES);
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
  }

  ring(): void {
    const isFirst = this.answers++ === 0;
    this.writeFrame(isFirst);
    this.writeReply();
    this.set(OUTBOX + RingSegment.head, this.head);
    this.listener?.onReadable(false);
  }

  hold(): void {}

  close(): Promise<void> {
    this.listener = undefined;
    return Promise.resolve();
  }

  /** The first tells of the bodies in one piece. */
  private writeFrame(isFirst: boolean): void {
    const { handles } = this;
    const bodies = handles.length,
      begins = isFirst ? MANY : FEW;
    const events = Frame.stride + bodies * (Pose.stride + Velocity.stride);
    const at = this.add(OutboxKind.Frame, events + begins * Event.stride);
    this.set(at + Frame.step, this.answers);
    this.set(at + Frame.poseCount, bodies);
    this.set(at + Frame.eventCount, begins);
    this.set(at + Frame.touchCount, begins);
    this.set(at + Frame.commandCount, INBOX_BYTES);
    if (isFirst) this.set(at + Frame.runLength, bodies);
    else for (let i = 0; i < bodies; i++) this.set(at + Frame.stride + i * Pose.stride + Pose.body, i);
    for (let i = 0; i < begins; i++) {
      const event = at + events + i * Event.stride;
      this.set(event + Event.kind, EventKind.ContactBegin);
      this.set(event + Event.a, handles[0]!);
      this.set(event + Event.b, handles[1]!);
      this.set(event + Event.contact, i);
    }
  }

  private writeReply(): void {
    this.set(this.add(OutboxKind.Reply, Reply.stride) + Reply.request, this.answers);
  }

  /** Address of a record behind the last one. */
  private add(kind: number, byteLength: number): number {
    const at = OUTBOX + RingSegment.stride + this.head;
    this.head += byteLength;
    this.set(at + Reply.kind, kind);
    this.set(at + Reply.byteLength, byteLength);
    return at;
  }

  private set(address: number, value: number): void {
    this.views.u32[address >>> 2] = value;
  }
}
