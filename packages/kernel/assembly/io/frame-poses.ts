import { World } from '../world/world';
import { PoseFlag } from '../generated/layout';
import { Bodies } from '../bodies/body';

/** Frames after the largest so far in which ever fewer bodies are told of in one piece, and then as many in which ever more are. */
const FADING: i32 = 32;

/** Poses of the awake bodies in the frame to come, by their places in the list. */
export class FramePoses {
  static store(world: World, place: i32, index: i32): void {
    const sim = Bodies.sim(world, index);
    const pose = world.framePoses + ((place as usize) << 5);
    v128.store(pose, i32x4.replace_lane(sim.position, 3, FramePoses.word(world, place, index)));
    v128.store(pose, sim.rotation, 16);
  }

  /**
   * Serial. How many bodies, from the first on, the page copies in one piece: those whose indices follow each other. All of them in a frame that is
   * larger than all before it: mostly they were just created, and its code for single bodies has hardly run yet. In the frames after it fewer
   * each time, so that this code runs more and more, and is compiled when little else is; and then more each time, up to all again.
   */
  static plan(world: World): void {
    world.frameRun = 0;
    const awake = world.awakeBodies,
      count = awake.count;
    if (count > world.largestFrame) {
      world.largestFrame = count;
      world.framesSince = 0;
    } else world.framesSince = min(world.framesSince + 1, 2 * FADING);
    // Without memory for a plan nobody has looked at their order.
    if (count == 0 || world.teleported.count > 0 || world.isPlanned == 0) return;
    let length = count;
    for (let i = 0; i < world.workers; i++) length = min(length, world.context(i).orderEnd);
    world.frameFirst = awake.id(0);
    world.frameRun = (length * abs(FADING - world.framesSince)) / FADING;
  }

  // @ts-ignore: decorator
  @inline private static word(world: World, place: i32, index: i32): i32 {
    if (place < world.frameRun) return 0;
    return index | (Bodies.body(world, index).teleported != 0 ? (PoseFlag.Teleport as i32) : 0);
  }
}
