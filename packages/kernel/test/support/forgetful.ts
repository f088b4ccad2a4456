import { Sim } from './sim.js';

/** Makes a plan in every step. */
export class Forgetful extends Sim {
  override step(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.kernel.losePlan(this.world);
      super.step();
    }
  }
}
