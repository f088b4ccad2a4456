import type { PhysicsError } from '../errors.js';

interface Pending {
  /** @param at address of the reply. */
  answer(at: number): void;
  reject(error: unknown): void;
}

/** Questions to the pool that are not answered yet. */
export class Requests {
  private readonly pending = new Map<number, Pending>();
  private last = 0;
  /** Why nothing is answered any more. */
  private ending: PhysicsError | undefined;

  /** @param waiting told whether there is something to wait for. */
  constructor(private readonly waiting: (yes: boolean) => void) {}

  /** Hands a number for a request to `send`, and promises what `read` makes of its reply. Where `send` throws, nobody waits; after the end, nothing is sent. */
  send<T>(send: (request: number) => void, read: (at: number) => T): Promise<T> {
    if (this.ending) return Promise.reject(this.ending);
    this.last = this.last === 0xffffffff ? 1 : this.last + 1;
    const request = this.last;
    const answer = new Promise<T>((resolve, reject) =>
      this.pending.set(request, { answer: (at) => resolve(read(at)), reject }),
    );
    if (this.pending.size === 1) this.waiting(true);
    try {
      send(request);
    } catch (error) {
      this.take(request);
      throw error;
    }
    return answer;
  }

  get areWaiting(): boolean {
    return this.pending.size > 0;
  }

  /** The reply at an address, which is read at once. */
  settle(request: number, at: number): void {
    const pending = this.take(request);
    try {
      pending?.answer(at);
    } catch (error) {
      pending?.reject(error);
    }
  }

  private take(request: number): Pending | undefined {
    const pending = this.pending.get(request);
    if (!this.pending.delete(request)) return undefined;
    if (this.pending.size === 0) this.waiting(false);
    return pending;
  }

  rejectAll(error: PhysicsError): void {
    this.ending = error;
    const all = [...this.pending.values()];
    this.pending.clear();
    if (all.length > 0) this.waiting(false);
    for (const pending of all) pending.reject(error);
  }
}
