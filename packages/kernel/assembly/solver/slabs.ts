import { World } from '../world/world';
import { Bodies } from '../bodies/body';

/** Slabs that space is cut into, side by side along one axis; a power of two. */
export const SLABS: i32 = 8;

/** At most so many bodies are asked where they are. */
const SAMPLES: i32 = 64;
/** Of so many standard deviations are the slabs cut, the outer ones without an end: what is spread evenly fills each about alike. */
const WIDTH: f32 = 3.5;
/** Variance below which it is not asked. m² */
const LEAST: f32 = 1e-6;

/**
 * Where bodies of the shared cluster are. Workers begin with their own part of each colour, and of the bodies. If these are what lies in the same slabs,
 * a worker mostly meets what it wrote itself: where two cores share no cache, what another one wrote takes longer to come than to work out.
 * How space is cut belongs to the state, and so does the slab of a contact, until contacts are sorted anew (movers.ts): it says who shares a group with whom.
 */
export class Slabs {
  /** Serial. Cuts space along the axis that awake bodies are spread most along. */
  static cut(world: World): void {
    const awake = world.awakeBodies;
    if (awake.count == 0) return;
    let sum = f32x4.splat(0),
      squares = f32x4.splat(0),
      count: f32 = 0;
    for (let i = 0; i < awake.count; i += 1 + awake.count / SAMPLES) {
      const at = Bodies.sim(world, awake.id(i)).position;
      sum = f32x4.add(sum, at);
      squares = f32x4.add(squares, f32x4.mul(at, at));
      count++;
    }
    const all = f32x4.splat(count);
    const mean = f32x4.div(sum, all),
      variance = f32x4.sub(f32x4.div(squares, all), f32x4.mul(mean, mean));
    const x = f32x4.extract_lane(variance, 0),
      y = f32x4.extract_lane(variance, 1),
      z = f32x4.extract_lane(variance, 2);
    const most = max(max(x, y), max(z, LEAST));
    const scale = (SLABS as f32) / (WIDTH * sqrt(most));
    world.slabX = x == most ? scale : 0;
    world.slabY = y == most ? scale : 0;
    world.slabZ = z == most ? scale : 0;
    world.slabOffset = 0.5 * (SLABS as f32) - Slabs.along(world, mean);
  }

  /** Of a body. */
  static of(world: World, body: i32): i32 {
    const at = Slabs.along(world, Bodies.sim(world, body).position) + world.slabOffset;
    return max(0, min(SLABS - 1, at as i32));
  }

  // @ts-ignore: decorator
  @inline private static along(world: World, position: v128): f32 {
    return (
      f32x4.extract_lane(position, 0) * world.slabX +
      f32x4.extract_lane(position, 1) * world.slabY +
      f32x4.extract_lane(position, 2) * world.slabZ
    );
  }

  /** How many are about the same worker's own part. */
  static perWorker(world: World): i32 {
    return (SLABS + world.workers - 1) / world.workers;
  }
}
