import { World } from '../world/world';
import { PoseFlag } from '../generated/layout';
import { Bodies } from '../bodies/body';

/** Frames after the largest so far in which ever fewer bodies are told of in one piece, and then as many in which ever more are. */
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
    if (count == 0 || world.teleported.count > 0) return;
    world.frameFirst = awake.id(0);
    world.frameRun = (FramePoses.inRow(awake.data, count) * abs(FADING - world.framesSince)) / FADING;
  }

  /** How many of `count` ids at `list`, from the first on, follow each other. */
  private static inRow(list: usize, count: i32): i32 {
    let wanted = i32x4.add(i32x4.splat(load<i32>(list)), i32x4(0, 1, 2, 3));
    let length = 0;
    for (; length + 4 <= count; length += 4) {
      if (v128.any_true(v128.xor(v128.load(list + ((length as usize) << 2)), wanted))) break;
      wanted = i32x4.add(wanted, i32x4.splat(4));
    }
    while (length < count && load<i32>(list + ((length as usize) << 2)) == load<i32>(list) + length) length++;
    return length;
  }

  // @ts-ignore: decorator
  @inline private static word(world: World, place: i32, index: i32): i32 {
    if (place < world.frameRun) return 0;
    return index | (Bodies.body(world, index).teleported != 0 ? (PoseFlag.Teleport as i32) : 0);
  }
}
