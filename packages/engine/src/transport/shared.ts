import { spawner } from '#spawn';
import { WorldHeader } from '@atoll/kernel';
import { PhysicsError } from '../errors.js';
import { acquireThreads, type PoolThread } from '../pool/pool.js';
import { canAwaitWords, ToldWord } from '../pool/told.js';
import { recordScene } from './hidden-scene.js';
import { CLOSING_TIME, createKernelWorld, loadKernel, type KernelWorld } from './kernel.js';
import { takesWarmUp } from './warm-up.js';
import type { Transport, TransportListener, TransportOptions } from './transport.js';

/** Workers that run the hidden scene, each its own, until there is something to do: the code belongs to all. More would take cores from the page. */
const WARMING = 2;

/** A pool of threads on shared memory. The page writes and reads the rings and never waits, but a moment for an answer that was foretold. */
export async function openShared({ workers, maxMemory }: TransportOptions): Promise<Transport> {
  // Before the kernel is loaded: the threads start meanwhile.
  const threads = acquireThreads(workers);
  try {
    const module = await loadKernel('shared');
    const kernel = await createKernelWorld(module, { shared: true, workers, cores: spawner.cores(), maxMemory });
    const transport = new SharedTransport(kernel, module, threads);
    await transport.started;
    return transport;
  } catch (error) {
    for (const thread of threads) thread.terminate();
    throw error;
  }
}

class SharedTransport implements Transport {
  readonly kind = 'shared';
  readonly isSynchronous = false;
  readonly workers: number;
  readonly memory: WebAssembly.Memory;
  readonly world: number;
  /** Resolves when the conductor runs. The others join as they come: a step waits for nobody who is not in it. */
  readonly started: Promise<void>;
  private readonly doorbell: Int32Array;
  private readonly busy: Set<PoolThread>;
  /** What the page waits for. Undefined where it takes messages. */
  private readonly told: ToldWord | undefined;
  private listener: TransportListener | undefined;
  private failure: PhysicsError | undefined;
  private closing: Promise<void> | undefined;
  private allIdle: (() => void) | undefined;

  constructor(
    private readonly kernel: KernelWorld,
    module: WebAssembly.Module,
    private readonly threads: readonly PoolThread[],
  ) {
    const { memory, world } = kernel;
    this.memory = memory;
    this.world = world;
    this.workers = threads.length;
    this.busy = new Set(threads);
    this.doorbell = new Int32Array(memory.buffer, world + WorldHeader.doorbell, 1);
    const onReadable = (isForetold: boolean): void => this.listener?.onReadable(isForetold);
    this.told = canAwaitWords()
      ? new ToldWord(new Int32Array(memory.buffer, world + WorldHeader.told, 1), onReadable)
      : undefined;
    const isAwaited = this.told !== undefined;
    this.started = new Promise((resolve, reject) => {
      this.hold(true);
      const hidden = takesWarmUp(module) ? recordScene() : undefined;
      threads.forEach((thread, worker) => {
        thread.run(
          { type: 'run', module, memory, world, worker, isAwaited, warmUp: worker < WARMING ? hidden : undefined },
          {
            onRunning: () => {
              if (worker !== 0) return;
              this.hold(false);
              resolve();
            },
            onReadable,
            onIdle: () => this.idle(thread),
            onFailure: (reason) => {
              const error = new PhysicsError(
                'worker-failed',
                `Worker ${worker} of ${threads.length} failed: ${reason}`,
              );
              reject(error);
              this.fail(thread, error);
            },
          },
        );
      });
    });
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
    // A thread may have failed between joining and now.
    if (this.failure) listener.onFailure(this.failure);
  }

  ring(): void {
    Atomics.add(this.doorbell, 0, 1);
    Atomics.notify(this.doorbell, 0);
  }

  hold(yes: boolean): void {
    for (const thread of this.threads) thread.hold(yes);
  }

  query(settings: number, result: number, capacity: number): number {
    return this.kernel.exports.query(this.world, settings, result, capacity);
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    this.listener = undefined;
    this.told?.end();
    if (this.busy.size === 0) return;
    this.hold(true);
    this.kernel.exports.shutdown(this.world);
    this.ring();
    const timer = setTimeout(() => {
      for (const thread of [...this.busy]) {
        this.busy.delete(thread);
        thread.terminate();
      }
      this.allIdle?.();
    }, CLOSING_TIME);
    await new Promise<void>((resolve) => (this.allIdle = resolve));
    clearTimeout(timer);
  }

  /** Back to the pool at once: the other threads of the world may take longer. */
  private idle(thread: PoolThread): void {
    if (!this.busy.delete(thread)) return;
    thread.release();
    if (this.busy.size === 0) this.allIdle?.();
  }

  /** The others may wait for the lost thread for ever: none of them is used again. */
  private fail(lost: PoolThread, error: PhysicsError): void {
    this.busy.delete(lost);
    if (this.failure) return;
    this.failure = error;
    this.told?.end();
    for (const thread of [...this.busy]) {
      this.busy.delete(thread);
      thread.terminate();
    }
    this.allIdle?.();
    this.listener?.onFailure(error);
  }
}
