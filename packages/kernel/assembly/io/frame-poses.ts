import { World } from '../world/world';
import { PoseFlag } from '../generated/layout';
import { Bodies } from '../bodies/body';

/** Frames after the largest so far in which ever fewer bodies are told of in one piece. */
const FADING: i32 = 64;

/** Poses of the awake bodies in the frame to come, by their places in the list. */
export class FramePoses {
  static store(world: World, place: i32, index: i32): void {
    const sim = Bodies.sim(world, index);
    const pose = world.framePoses + ((place as usize) << 5);
    v128.store(pose, i32x4.replace_lane(sim.position, 3, FramePoses.word(world, place, index)));
    v128.store(pose, sim.rotation, 16);
  }

  /**
   * Serial. In a frame that is larger than all before it, counts how many bodies, from the first on, have indices that follow each other: the page
   * copies them in one piece. Mostly all of them were just created, and its code for single bodies has hardly run yet. In the frames after it that are fewer each time,
   * so that this code runs more and more, and is compiled when little else is.
   */
  static plan(world: World): void {
    world.frameRun = 0;
    const awake = world.awakeBodies,
      count = awake.count;
    if (count > world.largestFrame) {
      world.largestFrame = count;
      world.framesSince = 0;
    } else world.framesSince = min(world.framesSince + 1, FADING);
    if (world.framesSince == FADING || count == 0 || world.teleported.count > 0) return;
    const first = awake.id(0);
    let length = 1;
    while (length < count && awake.id(length) == first + length) length++;
    world.frameFirst = first;
    world.frameRun = (length * (FADING - world.framesSince)) / FADING;
  }

  // @ts-ignore: decorator
  @inline private static word(world: World, place: i32, index: i32): i32 {
    if (place < world.frameRun) return 0;
    return index | (Bodies.body(world, index).teleported != 0 ? (PoseFlag.Teleport as i32) : 0);
  }
}
