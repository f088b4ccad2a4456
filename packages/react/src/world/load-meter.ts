import type { World } from '@atoll/engine';

/** Frames that left time out until it counts as overload, and frames without until it no longer does. */
const SETS = 10;
const CLEARS = 30;

/** Whether the pool can keep up with real time. A page that was hidden for a while, or one slow frame, is no overload. */
export class LoadMeter {
  isOver = false;
  private frames = 0;
  private stalled = false;

  constructor(world: World) {
    world.on('stall', () => void (this.stalled = true));
  }

  /** Once a frame. */
  look(): void {
    this.frames = this.stalled ? Math.min(this.frames + 1, CLEARS) : Math.max(this.frames - 1, 0);
    this.stalled = false;
    if (this.frames >= SETS) this.isOver = true;
    else if (this.frames === 0) this.isOver = false;
  }
}
