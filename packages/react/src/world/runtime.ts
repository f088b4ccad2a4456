import type { Body, Joint, World, WorldEvents, WorldStats } from '@atoll/engine';
import type { Object3D } from 'three';
import { IslandMap } from './islands.js';
import { LoadMeter } from './load-meter.js';
import { ObjectViews } from './object-views.js';
import { PoseWriter, type View } from './pose-writer.js';
import { countsOf, createWorldStore, type WorldStore } from './world-state.js';

/** What React keeps beside one engine world: who draws which body, who waits for one, and who watches. */
export class WorldRuntime {
  readonly writer = new PoseWriter();
  private readonly objects = new ObjectViews(this.writer);
  readonly store: WorldStore;
  /** Called in frames in which new steps were read, with how many. */
  readonly afterStep = new Set<(world: World, steps: number) => void>();
  /** Called after poses were written, once a drawn frame. */
  readonly frameListeners = new Set<() => void>();
  /** Who is told when a joint breaks, before all who listen to the world. */
  readonly breaks = new WeakMap<Joint, (event: WorldEvents['jointbreak']) => void>();
  readonly islands: IslandMap;
  private readonly load: LoadMeter;
  /** How many components read the store. */
  storeReaders = 0;
  /** How many components look at the figures of each step. */
  statsReaders = 0;
  /** Asks three fiber for a frame; set by the frame loop. */
  requestFrame: () => void = () => {};
  /** Whether poses are blended; set by the frame loop. */
  interpolate = true;
  /** The world steps by itself, while a commit goes on; set by the frame loop. */
  stepsByItself = false;
  /** `onReady` was called. */
  announced = false;

  /** The first step that knows all that the world was told. */
  private awaited = 0;
  private settled = 0;
  private readonly followers = new Set<() => void>();
  private checkDue = false;
  private isHeld = false;
  private statsStep = -1;
  private statsCache: WorldStats | undefined;

  constructor(readonly world: World) {
    this.store = createWorldStore(world);
    this.load = new LoadMeter(world);
    this.islands = new IslandMap(world, this.frameListeners);
    world.on('command', () => this.invalidate());
    world.on('restore', () => this.bodiesChanged());
    world.on('jointbreak', (event) => this.breaks.get(event.joint)?.(event));
  }

  /** Draws `body` with `object` from now on. */
  draw(body: Body, object: Object3D): View {
    const view = this.objects.add(body, object);
    this.bodiesChanged();
    return view;
  }

  undraw(view: View): void {
    this.objects.remove(view);
    this.bodiesChanged();
  }

  /** True where somebody wants to know of each step, also of a world in which nothing moves. */
  get isWatched(): boolean {
    return this.storeReaders > 0 || this.statsReaders > 0 || this.afterStep.size > 0;
  }

  /** Runs `check` after each commit in which bodies came or went. */
  follow(check: () => void): () => void {
    this.followers.add(check);
    return () => void this.followers.delete(check);
  }

  /** Refs point elsewhere now: whoever follows one looks again, before the next step can be asked for. */
  bodiesChanged(): void {
    this.invalidate();
    if (this.checkDue) return;
    this.checkDue = true;
    queueMicrotask(() => {
      this.checkDue = false;
      for (const check of this.followers) check();
    });
  }

  /**
   * All that this commit tells the world takes effect in the same step. While steps are asked for by the page there can be none in between.
   */
  holdCommit(): void {
    const { world } = this;
    if (!this.stepsByItself || this.isHeld || world.isDisposed || world.failure) return;
    this.isHeld = true;
    const close = world.openBatch();
    // Behind what the commit leaves to microtasks: joints that follow refs, and bodies that go.
    queueMicrotask(() =>
      queueMicrotask(() => {
        this.isHeld = false;
        close();
      }),
    );
  }

  /** Something was told to the world, or about it: there may be something to draw. */
  invalidate(): void {
    this.awaited = this.world.lastStepAsked + 1;
    this.requestFrame();
  }

  /** True while what the world was told did not go through a step yet. */
  get awaitsStep(): boolean {
    return this.world.stepCount < this.awaited;
  }

  /** Tells those who wait for steps that were read since the last call. */
  settle(): void {
    const { stepCount } = this.world;
    const steps = stepCount - this.settled;
    this.settled = stepCount;
    if (steps > 0) for (const act of this.afterStep) act(this.world, steps);
  }

  /** Tells those who watch that a frame was read, which began at `began`, ms. */
  published(began: number): void {
    this.load.look();
    if (this.storeReaders > 0) {
      const pageTime = performance.now() - began;
      this.store.setState({ ...countsOf(this.world), overload: this.load.isOver, pageTime });
    }
    for (const listener of this.frameListeners) listener();
  }

  /** Figures of the newest step; the same object until there is another step. */
  get stats(): WorldStats {
    if (!this.statsCache || this.statsStep !== this.world.stepCount) {
      this.statsStep = this.world.stepCount;
      this.statsCache = this.world.stats;
    }
    return this.statsCache;
  }
}
