import { createWorld, type WorldOptions } from '@atoll/engine';
import { WorldRuntime } from './runtime.js';

/** An engine world on its way up, or up. */
export interface WorldSlot {
  readonly key: string;
  readonly runtime: Promise<WorldRuntime>;
}

/**
 * The engine worlds of one `<World>`. It lives in the component's state, which outlives StrictMode's second mount and Suspense,
 * and it disposes of a world only when the component has been gone for a moment.
 */
export class WorldHolder {
  private readonly slots = new Set<WorldSlot>();
  private newest: WorldSlot | undefined;
  private users = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The world for `key`: the one there is, or a new one. `onError` hears why a new one did not start. */
  open(key: string, options: WorldOptions, onError: (error: unknown) => void): WorldSlot {
    if (this.newest?.key === key) return this.newest;
    const runtime = createWorld(options).then((world) => new WorldRuntime(world));
    runtime.catch(onError);
    const slot: WorldSlot = { key, runtime };
    this.slots.add(slot);
    this.newest = slot;
    return slot;
  }

  /** False for a world that was disposed of while the component was hidden. */
  has(slot: WorldSlot): boolean {
    return this.slots.has(slot);
  }

  /** `slot` is on the page: worlds before it can go. */
  settle(slot: WorldSlot): void {
    for (const other of this.slots) {
      if (other === slot || other === this.newest) continue;
      this.slots.delete(other);
      close(other);
    }
  }

  /**
   * Keeps the worlds until what it returns is called. They do not end at once then: StrictMode and Fast Refresh unmount and mount again, and
   * children are cleaned up after their parents.
   */
  retain(): () => void {
    this.users++;
    clearTimeout(this.timer);
    return () => {
      if (--this.users > 0) return;
      this.timer = setTimeout(() => {
        for (const slot of this.slots) close(slot);
        this.slots.clear();
        this.newest = undefined;
      }, 0);
    };
  }
}

function close(slot: WorldSlot): void {
  slot.runtime.then(
    ({ world }) => world.dispose(),
    () => {},
  );
}
