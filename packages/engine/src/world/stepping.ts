import { PhysicsInputError } from '../errors.js';
import type { Core } from './core.js';
import { addRun, addStep } from './encode.js';
import type { WorldSettings } from './options.js';
import { StepClock } from './step-clock.js';

/** s: how long a world at rest goes without being asked for its steps. */
const REST = 0.5;

/** Which steps a world is asked for, and when their frames are read: by hand, once a drawn frame, or by the pool's own clock. */
export class Stepping {
  private clock: StepClock;
  /** Steps were left out in the last call. */
  overload = false;
  /** s of real time that no step was asked for. */
  droppedTime = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private lastTick = 0;
  /** While the pool's own clock runs: the step and the time that it is counted from, and the steps that it had left out by then. */
  private run: { readonly step: number; readonly at: number; readonly leftOut: number } | undefined;
  /** Steps asked for, and while the pool's own clock runs those that are due by it. */
  private due = 0;
  private leftOut = 0;
  private isBeforeStep = false;
  /** s of real time of a world at rest that its clock was not told of yet. */
  private rested = 0;
  /** Nothing has to be looked at in a frame: all that was asked for was read, and nothing was told since. */
  private isResting = false;
  /** Records in the inbox after the newest step that was asked for: more of them, and something was told since. */
  private toldBefore = 0;
  /** The first step that knows all that was told before `toldBefore`. */
  private toldStep = 1;
  /** The last of the steps that were owed: they come late, and say nothing of how late steps come. */
  private owedUntil = 0;

  constructor(
    private readonly core: Core,
    private settings: WorldSettings,
  ) {
    this.clock = this.newClock();
    core.inbox.beforeAdd = () => this.askForOwed();
  }

  /** Settings that count from the next step on. */
  update(settings: WorldSettings): void {
    if (this.adopt(settings) && this.run) this.countFrom(this.core.step + 1);
  }

  /** As `update`, where the world is put back into a state that it was in. */
  restart(settings: WorldSettings): void {
    this.owedUntil = 0;
    this.adopt(settings);
    if (this.run) this.countFrom(this.core.step);
  }

  /** Somebody listens to `beforestep` from now on. */
  hearBeforeStep(): void {
    this.askForOwed();
    this.chooseClock();
  }

  /** Of `World.advance`. */
  advance(seconds: number, mayRest: boolean): void {
    if (this.isResting && mayRest && this.rested + seconds < REST) {
      this.rested += seconds;
      return;
    }
    this.checkOutsideBeforeStep('World.advance');
    this.pass(seconds, mayRest);
    if (seconds === 0) this.showTeleports();
    this.publish();
  }

  /** Of `World.read`. */
  read(): void {
    this.core.renewCommandEvent();
    if (this.timer === undefined) {
      this.core.read();
      if (this.core.step === this.core.asked) this.showTeleports();
    } else this.tick();
    this.publish();
  }

  /** Of `World.start`. */
  start(): void {
    if (this.timer !== undefined) return;
    this.lastTick = performance.now();
    this.timer = setInterval(() => this.tick(), this.settings.timeStep * 1000);
    this.chooseClock();
  }

  /** Of `World.stop`. */
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.chooseClock();
  }

  /** Steps by hand: the newest pose is what is shown. */
  ask(count: number, request: number): void {
    this.clock.takeOver();
    this.request(count, request);
  }

  private request(count: number, request: number): void {
    const { core } = this;
    core.renewCommandEvent();
    let left = count;
    // With a listener each step is a record of its own, so that what it writes lies before this one.
    for (; left > 0 && core.isRunning && core.listeners.has('beforestep'); left--) {
      this.tellBeforeStep();
      if (core.isRunning) this.addSteps(1, left === 1 ? request : 0);
    }
    if (left > 0 && core.isRunning) this.addSteps(left, request);
    core.publish(true);
  }

  private addSteps(count: number, request: number): void {
    const { core } = this;
    core.tellHeard();
    if (core.inbox.count !== this.toldBefore) this.toldStep = core.asked + 1;
    addStep(core.inbox, core.views, count, request);
    core.asked += count;
    this.toldBefore = core.inbox.count;
  }

  /** True where the next step would change nothing but the time. */
  private get isAtRest(): boolean {
    const { core } = this;
    return (
      core.awakeBodyCount === 0 &&
      core.step >= this.toldStep &&
      core.poses.movedCount === 0 &&
      core.inbox.count === this.toldBefore &&
      !core.listeners.has('beforestep')
    );
  }

  private askForOwed(): void {
    const { core, rested } = this;
    this.isResting = false;
    if (rested === 0) return;
    this.rested = 0;
    if (!core.isRunning) return;
    const { ask } = this.clock.take(rested / this.settings.timeStep, Infinity);
    if (ask === 0) return;
    this.addSteps(ask, 0);
    this.owedUntil = core.asked;
    core.publish(true);
  }

  private tellBeforeStep(): void {
    const { core } = this;
    this.isBeforeStep = true;
    try {
      core.listeners.emit('beforestep', {
        type: 'beforestep',
        step: core.asked + 1,
        timeStep: this.settings.timeStep,
      });
    } finally {
      this.isBeforeStep = false;
    }
  }

  /** @throws PhysicsInputError unsupported */
  checkOutsideBeforeStep(where: string): void {
    if (this.isBeforeStep)
      throw new PhysicsInputError('unsupported', where, 'expected a call outside of beforestep listeners');
  }

  private drop(seconds: number): void {
    this.droppedTime += seconds;
    this.core.listeners.emit('stall', { type: 'stall', droppedTime: seconds, step: this.core.step });
  }

  /** Lets time pass, and leaves `poses.moved` alone: only who draws may renew it. */
  private pass(seconds: number, mayRest = false): void {
    const { core, clock } = this;
    if (!core.isRunning) return;
    core.renewCommandEvent();
    if (this.run) return this.follow(this.run);
    if (mayRest && seconds < REST && this.isAtRest) return this.rest(seconds);
    this.askForOwed();
    // The pool's own clock may have run ahead before it was stopped.
    core.asked = Math.max(core.asked, core.begun);
    const outstanding = Math.max(0, core.asked - Math.max(core.begun, this.owedUntil));
    const { ask, dropped } = clock.take(
      seconds / this.settings.timeStep,
      Math.max(0, this.settings.maxCatchUp - outstanding),
    );
    this.overload = dropped > 0;
    // A thread may be quick enough to do now what is asked for now. To count on that would be to jump when it is not.
    const ready = core.transport.isSynchronous ? Infinity : core.done;
    if (ask > 0) this.request(ask, 0);
    if (dropped > 0) this.drop(dropped * this.settings.timeStep);
    this.readUpTo(core.asked, ready);
  }

  /** As `pass`, of a world at rest. It wakes nobody, and reads nothing but the frames of what it had asked for. */
  private rest(seconds: number): void {
    const { core } = this;
    this.overload = false;
    this.rested += seconds;
    if (this.rested >= REST) this.askForOwed();
    if (core.step < core.asked) core.read();
    this.isResting = core.step === core.asked;
  }

  /** As `pass`, of the pool's own clock. */
  private follow({ step, at, leftOut }: { step: number; at: number; leftOut: number }): void {
    const { core } = this;
    const left = core.leftOut;
    this.overload = left !== this.leftOut;
    if (this.overload) this.drop((left - this.leftOut) * this.settings.timeStep);
    this.leftOut = left;
    const due = step + Math.max(0, (performance.now() - at) / 1000 / this.settings.timeStep - (left - leftOut));
    this.clock.follow(due % 1);
    this.readUpTo(Math.floor(due));
  }

  /** The pool's own clock runs between `start` and `stop`, but for a page that wants to act before each step. */
  private chooseClock(): void {
    const { core } = this;
    if (!core.isRunning) return;
    const byPool = this.timer !== undefined && !core.transport.isSynchronous && !core.listeners.has('beforestep');
    if (byPool === (this.run !== undefined)) return;
    if (!byPool) {
      this.run = undefined;
      this.clock.takeOver();
    }
    addRun(core.inbox, core.views, byPool, byPool ? this.settings.maxCatchUp : 0);
    core.publish(true);
    core.hold('clock', byPool);
    if (!byPool) return;
    this.leftOut = core.leftOut;
    this.countFrom(core.asked);
  }

  private countFrom(step: number): void {
    this.run = { step, at: performance.now(), leftOut: this.core.leftOut };
  }

  /** `ready`: the newest step that may be read. */
  private readUpTo(due: number, ready = Infinity): void {
    const { core, clock } = this;
    this.due = due;
    core.read(Math.min(clock.shown(due), ready));
    const isAhead = core.isAhead && core.step < ready;
    if (core.step >= this.owedUntil) clock.settle(due, core.step, isAhead ? core.step + 1 : core.step);
  }

  /** Time stands still, and bodies are drawn where they were put. */
  private showTeleports(): void {
    this.core.teleports.show(this.core.poses);
  }

  /** Renews what is drawn. */
  publish(): void {
    const { core, clock } = this;
    if (core.isRunning) core.poses.publish(clock.alpha(this.run ? this.due : core.asked, core.step));
  }

  private tick(): void {
    const now = performance.now();
    const seconds = (now - this.lastTick) / 1000;
    this.lastTick = now;
    this.chooseClock();
    this.pass(seconds);
  }

  /** Whether the rhythm has changed, and with it the clock. */
  private adopt(settings: WorldSettings): boolean {
    const before = this.settings;
    this.settings = settings;
    if (settings.timeStep === before.timeStep && settings.maxCatchUp === before.maxCatchUp) return false;
    this.clock = this.newClock();
    return true;
  }

  private newClock(): StepClock {
    // Threads answer after the frame that asked them at the earliest.
    return new StepClock(this.core.transport.isSynchronous ? 0 : 1, this.settings.maxCatchUp + 1);
  }
}
