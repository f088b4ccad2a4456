import { PhysicsError } from '../errors.js';
import { recordScene } from './hidden-scene.js';
import { createKernelWorld, loadKernel, type KernelWorld } from './kernel.js';
import { takesWarmUp, WarmUp } from './warm-up.js';
import type { Transport, TransportListener, TransportOptions } from './transport.js';

/** Bits that `pump` returns. */
const MORE = 1;
const STALLED = 4;

/** The kernel on this very thread: for tests, servers, and pages without threads. */
export async function openInline({ maxMemory }: TransportOptions): Promise<Transport> {
  const module = await loadKernel('single');
  if (takesWarmUp(module)) new WarmUp(module, false, recordScene()).hurry();
  const kernel = await createKernelWorld(module, {
    shared: false,
    workers: 1,
    cores: 1,
    maxMemory,
  });
  return new InlineTransport(kernel);
}

class InlineTransport implements Transport {
  readonly kind = 'inline';
  readonly workers = 1;
  readonly isSynchronous = true;
  readonly memory: WebAssembly.Memory;
  readonly world: number;
  private listener: TransportListener | undefined;
  private running = false;
  private rung = false;
  private closed = false;

  constructor(private readonly kernel: KernelWorld) {
    this.memory = kernel.memory;
    this.world = kernel.world;
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
  }

  /** Runs everything that the inbox asks for. A listener that asks for more while it runs is served by the same loop. */
  ring(): void {
    this.rung = true;
    if (this.running) return;
    this.running = true;
    try {
      while (this.rung && !this.closed) {
        this.rung = false;
        this.pumpAll();
      }
    } finally {
      this.running = false;
    }
  }

  hold(): void {}

  query(settings: number, result: number, capacity: number): number {
    return this.kernel.exports.query(this.world, settings, result, capacity);
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  private pumpAll(): void {
    for (let bits = MORE; bits & (MORE | STALLED) && !this.closed;) {
      try {
        bits = this.kernel.exports.pump(this.world);
      } catch (cause) {
        this.closed = true;
        this.listener?.onFailure(
          new PhysicsError('kernel-failed', `The simulation stopped: ${String(cause)}`, { cause }),
        );
        return;
      }
      this.listener?.onReadable(false);
    }
  }
}
