import { World } from '../world/world';
import { BodyFlag, BodyType, WorldFlag } from '../generated/layout';
import { BodyMotion, BodySim, BodyState } from '../bodies/body';
import { V } from '../math/vec';
import { NONE } from '../constants';

/** A body that moves by less than this part of its smallest half width still overlaps what it would have passed. */
const FAST_FRACTION: f32 = 0.5;

/** A body whose step is looked at again. */
@unmanaged
export class FastBody {
  /** Where it is caught: see hold-back.ts. */
  normal: v128;
  /** From its centre of mass to the point that is. */
  arm: v128;
  body: i32;
  /** Part of the step's way that it really goes. */
  fraction: f32;
  /** 1: stops with a body that a joint holds it to, before it would for what is in its own way. */
  isLed: i32;
  /** Was it at what stops it from the start? */
  isCaught: i32;
}

/** The bodies that moved too far for the next step to notice what they went through. */
export class FastBodies {
  // @ts-ignore: decorator
  @inline static at(world: World, i: i32): FastBody {
    return world.fastBodies.record<FastBody>(i);
  }

  /** Where a body is in the list, or NONE. */
  static find(world: World, body: i32): i32 {
    let low = 0,
      high = world.fastBodies.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = FastBodies.at(world, middle).body;
      if (at == body) return middle;
      if (at < body) low = middle + 1;
      else high = middle - 1;
    }
    return NONE;
  }

  /** Has a body moved that far in this step? Its state still holds the motion. */
  // @ts-ignore: decorator
  @inline static isFast(world: World, sim: BodySim, state: BodyState, motion: BodyMotion): bool {
    if (sim.type != BodyType.Dynamic) return false;
    if ((world.flags & WorldFlag.Continuous) == 0 && (sim.flags & BodyFlag.Bullet) == 0) return false;
    const limit = FAST_FRACTION * sim.minExtent;
    const way = V.length(state.deltaPosition) + 2 * V.length(V.xyz(motion.deltaRotation)) * sim.maxExtent;
    return way > limit && way < Infinity;
  }

  /** Serial. Lists the bodies that the workers found, in the order of their indices. */
  static list(world: World): void {
    const list = world.fastBodies;
    list.count = 0;
    let any = false;
    for (let worker = 0; worker < world.workers; worker++) {
      const context = world.context(worker);
      if (context.anyFast != 0) any = true;
      context.anyFast = 0;
    }
    if (!any) return;
    const words = (world.bodies.count + 63) >> 6;
    for (let word = 0; word < words; word++) {
      let bits: u64 = 0;
      for (let worker = 0; worker < world.workers; worker++) bits |= world.context(worker).fastBits.take(word);
      while (bits != 0) {
        const fast = changetype<FastBody>(list.push());
        fast.body = (word << 6) + (ctz(bits) as i32);
        fast.fraction = 1;
        fast.isLed = 0;
        fast.isCaught = 0;
        bits &= bits - 1;
      }
    }
  }
}
