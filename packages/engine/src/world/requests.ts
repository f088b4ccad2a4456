import type { PhysicsError } from '../errors.js';

interface Pending {
  resolve(value: bigint): void;
  reject(error: PhysicsError): void;
}

/** Questions to the pool that are not answered yet. */
export class Requests {
  private readonly pending = new Map<number, Pending>();
  private last = 0;

  /** @param waiting told whether there is something to wait for. */
  constructor(private readonly waiting: (yes: boolean) => void) {}

  /** A number for a request, and a promise of the value of its reply. */
  private open(): { request: number; answer: Promise<bigint> } {
    this.last = this.last === 0xffffffff ? 1 : this.last + 1;
    const request = this.last;
    const answer = new Promise<bigint>((resolve, reject) => this.pending.set(request, { resolve, reject }));
    if (this.pending.size === 1) this.waiting(true);
    return { request, answer };
  }

  /** As `open`, and hands the number to `send`. Where that throws, nobody waits. */
  send(send: (request: number) => void): Promise<bigint> {
    const { request, answer } = this.open();
    try {
      send(request);
    } catch (error) {
      this.settle(request, 0n);
      throw error;
    }
    return answer;
  }

  settle(request: number, value: bigint): void {
    const pending = this.pending.get(request);
    if (!pending) return;
    this.pending.delete(request);
    if (this.pending.size === 0) this.waiting(false);
    pending.resolve(value);
  }

  rejectAll(error: PhysicsError): void {
    const all = [...this.pending.values()];
    this.pending.clear();
    if (all.length > 0) this.waiting(false);
    for (const pending of all) pending.reject(error);
  }
}
