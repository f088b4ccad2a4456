import { World } from '../world/world';
import { BodySim } from '../bodies/body';
import { Lanes } from '../math/lanes';
import { W } from '../math/wide';
import { ArticulationGroup, ArticulationGroups, GroupBody, GroupJoint } from './articulation-group';
import { Articulations } from './articulation';
import { Joint, Joints } from './joint';
import { end, FIXED } from './plan-groups';

/** Reads: joints, body sims. Writes: groups, the order of their joints. Items: articulation groups, by clusters. */
export function prepareGroups(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++)
    prepareGroup(
      world,
      ArticulationGroups.at(world, world.articulationGroupOrder.id(i)),
      world.context(worker).scratch,
    );
}

function prepareGroup(world: World, group: ArticulationGroup, scratch: usize): void {
  const lanes = group.laneCount;
  group.lanes = (1 << lanes) - 1;
  group.strained = 0;
  const form = Articulations.at(world, group.articulation0);
  // Behind those that joints move, one for each end that is fixed.
  let fixed = group.bodyCount,
    seen: u32 = 0;
  for (let i = 0; i < group.jointCount; i++) {
    let ids = i32x4.splat(0),
      bodiesA = i32x4.splat(0),
      bodiesB = i32x4.splat(0);
    for (let lane = 0; lane < 4; lane++) {
      // A lane that is not in use does as the first one, and is never written back.
      const used = lane < lanes ? lane : 0;
      const id = Articulations.joint(world, Articulations.at(world, group.articulation(used)), i);
      if (lane < lanes) world.jointOrder.setId(group.firstJoint + lane * group.jointCount + i, id);
      ids = Lanes.shiftIn(ids, id);
      bodiesA = Lanes.shiftIn(bodiesA, Joints.at(world, id).bodyA);
      bodiesB = Lanes.shiftIn(bodiesB, Joints.at(world, id).bodyB);
    }
    const endA = end(form, 2 * i),
      endB = end(form, 2 * i + 1);
    const slotA = endA == FIXED ? --fixed : (endA as i32),
      slotB = endB == FIXED ? --fixed : (endB as i32);
    if (((seen >> slotA) & 1) == 0) prepareBody(world, group.body(slotA), bodiesA, endA == FIXED);
    if (((seen >> slotB) & 1) == 0) prepareBody(world, group.body(slotB), bodiesB, endB == FIXED);
    seen |= (1 << slotA) | (1 << slotB);
    const joint = group.joint(i);
    joint.bodyA = changetype<usize>(group.body(slotA));
    joint.bodyB = changetype<usize>(group.body(slotB));
    prepareJoint(
      joint,
      world.joints.fourAt(ids),
      world.bodySims.fourAt(bodiesA),
      world.bodySims.fourAt(bodiesB),
      scratch,
    );
  }
}

function prepareBody(world: World, body: GroupBody, ids: v128, isFixed: bool): void {
  body.states = world.bodyStates.fourAt(ids);
  body.motions = world.bodyMotions.fourAt(ids);
  body.isFixed = isFixed ? 1 : 0;
  const sims = world.bodySims.fourAt(ids),
    at = changetype<usize>(body);
  Lanes.gather(at + offsetof<GroupBody>('root0X'), sims, offsetof<BodySim>('root0'));
  Lanes.gather(at + offsetof<GroupBody>('root1X'), sims, offsetof<BodySim>('root1'));
  Lanes.gather(at + offsetof<GroupBody>('root2X'), sims, offsetof<BodySim>('root2'));
}

/** As the step begins: arms, and from A's anchor to B's. */
function prepareJoint(joint: GroupJoint, joints: v128, simsA: v128, simsB: v128, room: usize): void {
  const at = changetype<usize>(joint);
  const armA = at + offsetof<GroupJoint>('startArmAX'),
    armB = at + offsetof<GroupJoint>('startArmBX');
  measure(armA, joints, offsetof<Joint>('anchorA'), simsA, room);
  measure(armB, joints, offsetof<Joint>('anchorB'), simsB, room);
  Lanes.gather(room, simsA, offsetof<BodySim>('center'));
  Lanes.gather(room + 64, simsB, offsetof<BodySim>('center'));
  const offset = at + offsetof<GroupJoint>('startOffsetX'),
    total = at + offsetof<GroupJoint>('totalX');
  for (let axis: usize = 0; axis < 48; axis += 16) {
    const apart = W.sub(v128.load(room + axis, 64), v128.load(room + axis));
    v128.store(offset + axis, W.add(apart, W.sub(v128.load(armB + axis), v128.load(armA + axis))));
    v128.store(total + axis, f32x4.splat(0));
  }
  Lanes.gather(at + offsetof<GroupJoint>('impulseX'), joints, offsetof<Joint>('linearImpulse'));
}

/** From the centre of mass to the anchor, in world space. */
function measure(to: usize, joints: v128, anchor: usize, sims: v128, room: usize): void {
  Lanes.gather(room, joints, anchor);
  Lanes.gather(room + 64, sims, offsetof<BodySim>('localCenter'));
  Lanes.gather(room + 128, sims, offsetof<BodySim>('rotation'));
  const x = W.sub(v128.load(room), v128.load(room, 64)),
    y = W.sub(v128.load(room, 16), v128.load(room, 80)),
    z = W.sub(v128.load(room, 32), v128.load(room, 96));
  const qx = v128.load(room, 128),
    qy = v128.load(room, 144),
    qz = v128.load(room, 160),
    qw = v128.load(room, 176);
  const tx = W.twice(W.cross(qy, z, qz, y)),
    ty = W.twice(W.cross(qz, x, qx, z)),
    tz = W.twice(W.cross(qx, y, qy, x));
  v128.store(to, W.add(x, W.madd(W.cross(qy, tz, qz, ty), qw, tx)));
  v128.store(to, W.add(y, W.madd(W.cross(qz, tx, qx, tz), qw, ty)), 16);
  v128.store(to, W.add(z, W.madd(W.cross(qx, ty, qy, tx), qw, tz)), 32);
}
