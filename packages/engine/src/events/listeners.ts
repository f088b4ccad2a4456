import { PhysicsInputError } from '../errors.js';
import { describe } from '../validate/describe.js';

export type Listener<T> = (value: T) => void;

/** Who listens, by name of the event. A listener that throws does not keep the others from hearing. */
export class Listeners<Events extends object> {
  /** Made with the first of them: most things have none. */
  private sets: Map<keyof Events, Set<Listener<never>>> | undefined;

  /** Returns a function that ends the subscription. */
  add<K extends keyof Events>(type: K, listener: Listener<Events[K]>): () => void {
    // A wrapper of its own for each call: the same function may subscribe twice, and each `off` ends one subscription.
    const entry: Listener<Events[K]> = (value) => listener(value);
    const sets = (this.sets ??= new Map());
    let set = sets.get(type);
    if (!set) sets.set(type, (set = new Set()));
    set.add(entry as Listener<never>);
    return () => {
      set.delete(entry as Listener<never>);
    };
  }

  has(type: keyof Events): boolean {
    return this.sets !== undefined && (this.sets.get(type)?.size ?? 0) > 0;
  }

  emit<K extends keyof Events>(type: K, value: Events[K]): void {
    const set = this.sets?.get(type);
    if (!set || set.size === 0) return;
    for (const listener of [...set]) {
      if (set.has(listener)) guarded(listener as Listener<Events[K]>, value);
    }
  }

  clear(): void {
    this.sets = undefined;
  }
}

/** Calls a listener; what it throws goes to the page's error reporting, as from any event handler. */
function guarded<T>(listener: Listener<T>, value: T): void {
  try {
    listener(value);
  } catch (error) {
    if (typeof reportError === 'function') reportError(error);
    else console.error(error);
  }
}

export function checkListener(listener: unknown, where: string): void {
  if (typeof listener !== 'function')
    throw new PhysicsInputError('wrong-type', where, `expected a function, got ${describe(listener)}`);
}
