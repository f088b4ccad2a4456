import { World } from '../world/world';
import { BodyType } from '../generated/layout';
import { BodySim } from '../bodies/body';
import { Lanes } from '../math/lanes';
import { W } from '../math/wide';
import { CLUSTER_SIZE } from './cluster';

/** Bodies of a block of `bodyOrder`, in which those that are in groups come first. */
export const BODY_BLOCK: i32 = 128;

/** Four bodies that are integrated side by side, a lane each: what of them stands for the whole step, so that nobody has to look for it in their records. */
@unmanaged
export class PlainGroup {
  ids: v128;
  /** Bits of the lanes that are bodies of their own. */
  lanes: i32;
  /** Of the first group of a block: how many of its bodies are in groups. */
  bodyCount: i32;
  reserved0: i32;
  reserved1: i32;
  inverseMass: v128;
  /** What a substep's gravity is multiplied by, and what damping leaves of a velocity. */
  fall: v128;
  slowed: v128;
  calmed: v128;
  spinBound: v128;
  /** The frame that S stands at. */
  frameX: v128;
  frameY: v128;
  frameZ: v128;
  frameW: v128;
  /** The body's rotation against the frame as the step begins. */
  startX: v128;
  startY: v128;
  startZ: v128;
  startW: v128;
  /** The diagonal of S in the frame, and its inverse. */
  rootX: v128;
  rootY: v128;
  rootZ: v128;
  inverseX: v128;
  inverseY: v128;
  inverseZ: v128;
  /** Differences of two moments of inertia over the third, times h. */
  shareX: v128;
  shareY: v128;
  shareZ: v128;
}

/** A body that precesses, on which no force acts and no lock, and whose axes are principal. One that is isotropic is faster done by itself. */
export function isPlain(sim: BodySim): bool {
  return (
    sim.type == BodyType.Dynamic &&
    sim.gyroscopic != 0 &&
    sim.hasForce == 0 &&
    sim.flags >> 3 == 0 &&
    f32x4.extract_lane(sim.rootDiagonal, 3) != 0
  );
}

export class PlainGroups {
  /** Room for those of so many bodies in so many clusters. */
  static reserve(world: World, bodies: i32, clusters: i32): bool {
    return world.plainGroups.reserve(world.pages, (bodies >> 2) + clusters);
  }

  /** The first group of the block of a cluster that begins at a place of `bodyOrder`. No two clusters share one. */
  static first(world: World, cluster: usize, place: i32): PlainGroup {
    const number = ((cluster - world.clusters.data) / CLUSTER_SIZE) as i32;
    return world.plainGroups.record<PlainGroup>((place >> 2) + number);
  }

  // @ts-ignore: decorator
  @inline static next(group: PlainGroup): PlainGroup {
    return changetype<PlainGroup>(changetype<usize>(group) + offsetof<PlainGroup>());
  }

  /** Groups of the first `count` bodies of a block. `room`: scratch. */
  static fill(world: World, first: PlainGroup, place: i32, count: i32, room: usize): void {
    first.bodyCount = count;
    let group = first;
    for (let i = 0; i < count; i += 4) {
      const left = min(count - i, 4);
      let ids = i32x4.splat(0);
      for (let lane = 0; lane < left; lane++) ids = Lanes.shiftIn(ids, world.bodyOrder.id(place + i + lane));
      group.ids = left == 4 ? ids : Lanes.padded(ids, left);
      group.lanes = Lanes.last(left);
      PlainGroups.describe(world, group, room);
      group = PlainGroups.next(group);
    }
  }

  private static describe(world: World, group: PlainGroup, room: usize): void {
    const sims = world.bodySims.fourAt(group.ids);
    const h = f32x4.splat(world.h),
      one = f32x4.splat(1);
    // inverseMass, gravityScale, linearDamping, angularDamping; flags, body, hasForce, spinBound.
    Lanes.gather(room, sims, offsetof<BodySim>('inverseMass'));
    group.inverseMass = v128.load(room);
    group.fall = W.mul(v128.load(room, 16), h);
    group.slowed = f32x4.div(one, W.madd(one, h, v128.load(room, 32)));
    group.calmed = f32x4.div(one, W.madd(one, h, v128.load(room, 48)));
    Lanes.gather(room, sims, offsetof<BodySim>('flags'));
    group.spinBound = v128.load(room, 48);
    const at = changetype<usize>(group);
    Lanes.gather(at + offsetof<PlainGroup>('frameX'), sims, offsetof<BodySim>('spinFrame'));
    Lanes.gather(room, sims, offsetof<BodySim>('rotation'));
    const rx = group.frameX,
      ry = group.frameY,
      rz = group.frameZ,
      rw = group.frameW;
    const bx = v128.load(room),
      by = v128.load(room, 16),
      bz = v128.load(room, 32),
      bw = v128.load(room, 48);
    group.startX = W.sub(W.add(W.mul(rw, bx), W.cross(rz, by, ry, bz)), W.mul(rx, bw));
    group.startY = W.sub(W.add(W.mul(rw, by), W.cross(rx, bz, rz, bx)), W.mul(ry, bw));
    group.startZ = W.sub(W.add(W.mul(rw, bz), W.cross(ry, bx, rx, by)), W.mul(rz, bw));
    group.startW = W.add(W.mul(rw, bw), W.dot(rx, ry, rz, bx, by, bz));
    // Lane w of either falls on what is written behind it.
    Lanes.gather(at + offsetof<PlainGroup>('rootX'), sims, offsetof<BodySim>('rootDiagonal'));
    Lanes.gather(at + offsetof<PlainGroup>('inverseX'), sims, offsetof<BodySim>('rootDiagonalInverse'));
    // Moments are the squares of the inverse roots.
    const momentX = W.mul(group.inverseX, group.inverseX),
      momentY = W.mul(group.inverseY, group.inverseY),
      momentZ = W.mul(group.inverseZ, group.inverseZ);
    group.shareX = W.mul(h, f32x4.div(W.sub(momentY, momentZ), momentX));
    group.shareY = W.mul(h, f32x4.div(W.sub(momentZ, momentX), momentY));
    group.shareZ = W.mul(h, f32x4.div(W.sub(momentX, momentY), momentZ));
  }
}

if (offsetof<PlainGroup>() % 64 != 0) ERROR('a PlainGroup is not made of whole cache lines');
