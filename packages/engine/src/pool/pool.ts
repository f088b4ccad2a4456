import { spawner } from '#spawn';
import type { WorldProblem } from '../errors.js';
import type { FramesMessage, HostMessage, PageMessage, RunMessage } from './messages.js';
import type { ThreadPort } from './spawn.js';

/** ms that an unused thread waits for the next world: a remounted component gets the threads of the one before. */
const IDLE_TIME = 5000;

/** What a thread tells the world that it works for. */
export interface ThreadListener {
  onRunning(): void;
  onReadable(isForetold: boolean): void;
  /** Of a thread that hosts a world. */
  onFrames?(message: FramesMessage): void;
  onIdle(): void;
  onFailure(reason: string, problem?: WorldProblem): void;
}

/** One thread of the page's pool. It works for one world at a time. */
export class PoolThread {
  private readonly port: ThreadPort = spawner.spawn();
  private listener: ThreadListener | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dead = false;

  constructor() {
    this.port.listen(
      (message) => {
        switch (message.type) {
          case 'running':
            return this.listener?.onRunning();
          case 'readable':
            return this.listener?.onReadable(message.isForetold);
          case 'frames':
            return this.listener?.onFrames?.(message);
          case 'idle':
            return this.listener?.onIdle();
          case 'failed':
            return this.fail(message.message, message.problem);
        }
      },
      (reason) => this.fail(reason),
    );
  }

  /** Works for a world until it is over and `onIdle` says so. */
  run(message: RunMessage | HostMessage, listener: ThreadListener): void {
    this.listener = listener;
    this.port.post(message);
  }

  /** To a thread that hosts a world. */
  post(message: PageMessage, transfer: ArrayBuffer[]): void {
    if (!this.dead) this.port.post(message, transfer);
  }

  hold(yes: boolean): void {
    if (!this.dead) this.port.hold(yes);
  }

  /** Back to the pool, for the next world. Only a thread that has nothing to do. */
  release(): void {
    this.listener = undefined;
    if (this.dead) return;
    this.port.hold(false);
    idle.push(this);
    this.timer = setTimeout(() => this.terminate(), IDLE_TIME);
    (this.timer as { unref?(): void }).unref?.();
  }

  /** Ends the thread, whatever it does. */
  terminate(): void {
    this.dead = true;
    this.listener = undefined;
    this.leave();
    this.port.terminate();
    all.delete(this);
  }

  /** Out of the list of idle threads. */
  leave(): void {
    clearTimeout(this.timer);
    const at = idle.indexOf(this);
    if (at >= 0) idle.splice(at, 1);
  }

  private fail(reason: string, problem?: WorldProblem): void {
    if (this.dead) return;
    const { listener } = this;
    this.terminate();
    listener?.onFailure(reason, problem);
  }
}

const idle: PoolThread[] = [];
const all = new Set<PoolThread>();

/** Threads for a world: idle ones first, new ones for the rest. */
export function acquireThreads(count: number): PoolThread[] {
  return Array.from({ length: count }, () => {
    const thread = idle[idle.length - 1] ?? new PoolThread();
    thread.leave();
    all.delete(thread);
    all.add(thread);
    return thread;
  });
}

/** Every thread that lives, those of the newest world last, for tests. */
export const liveThreads = (): readonly PoolThread[] => [...all];
export const idleThreads = (): readonly PoolThread[] => [...idle];
