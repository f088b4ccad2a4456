import { World } from '../world/world';
import { Bodies, BodySim } from '../bodies/body';
import { Contact, CONTACT_POINTS, CONTACT_SIZE, ContactTrait, ManifoldPoint, POINT_STRIDE } from '../contacts/contact';
import { Cluster } from './cluster';
import { ContactGroup, GroupFeature, PointRows } from './contact-group';
import { passesOfStep } from './pass';
import { Softness } from './softness';
import { placeSurfaceVelocity, Turn } from './surface-velocity';
import { Tie, ties } from './ties';
import { V } from '../math/vec';
import { W } from '../math/wide';
import { NONE } from '../constants';

/** Null objects for empty lanes: a state, a sim and a contact of zeros, with identity rotations. */
export const NULL_SIM: usize = 64;
export const NULL_CONTACT: usize = 64 + 384;
export const NULL_SIZE: usize = NULL_CONTACT + CONTACT_SIZE;

/**
 * Lever of the friction under a single point, as a part of how far it is from the nearer centre of mass: what spins on the spot comes to rest. A ball of wood
 * or rubber of 0.35 m has 0.005 or 0.05 under its own weight: Hertz's patch, and a moment of 3π/16 μ N a (K. L. Johnson, "Contact Mechanics", 1985).
 */
const PATCH: f32 = 0.003;

/** How soft the contacts of the step are: coefficients of Softness, against bodies that move and against others. */
export function softenContacts(world: World): void {
  const h = world.h,
    hertz = min(world.contactHertz, 0.5 * world.inverseH),
    ratio = world.contactDampingRatio;
  world.contactBiasRate = Softness.biasRate(hertz, ratio, h);
  world.contactStiffness = Softness.a2(hertz, ratio, h);
  world.contactBiasRateFixed = Softness.biasRate(2 * hertz, ratio, h);
  world.contactStiffnessFixed = Softness.a2(2 * hertz, ratio, h);
}

/** Groups that are asked for at once. */
const ASKED: i32 = 8;
/** Bytes of each: of what it will be, as much as most have. */
const ASKED_BYTES: usize = offsetof<ContactGroup>() + 2 * offsetof<PointRows>();

/** Reads: contacts, body sims and states. Writes: constraint groups. Items: groups of the worker's cluster. */
export function prepareContacts(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  const cluster = changetype<Cluster>(context.cluster);
  const order = world.contactOrder.data + ((cluster.firstContact as usize) << 2);
  for (let from = start; from < end; from += ASKED) {
    const to = min(from + ASKED, end);
    let seen = i32x4.splat(0);
    for (let index = from; index < to; index++) seen = v128.or(seen, Asked.touch(world, cluster, order, index));
    // A use of what was read, or the compiler would leave it out.
    v128.store(context.scratch, seen);
    for (let index = from; index < to; index++) {
      const ids = v128.load(order + ((index as usize) << 4));
      context.rows += prepareGroup(world, cluster, cluster.group(index), ids);
    }
  }
}

/** From a point of A to that of B. */
const POINTS_B: usize = offsetof<ManifoldPoint>('onB');

class Asked {
  /**
   * Some of each cache line that a group reads of its contacts, and of those that it writes: a line that is not there when it is written holds up
   * all stores behind it.
   */
  // @ts-ignore: decorator
  @inline static touch(world: World, cluster: Cluster, order: usize, index: i32): v128 {
    let seen = i32x4.splat(0);
    for (let at = order + ((index as usize) << 4), i = 0; i < 4; i++) {
      const contact = contactAt(world, load<i32>(at + ((i as usize) << 2)));
      seen = v128.or(
        v128.or(seen, v128.load(contact + offsetof<Contact>('normal'))),
        v128.or(v128.load(contact + CONTACT_POINTS), v128.load(contact + CONTACT_POINTS + POINTS_B)),
      );
    }
    const group = changetype<usize>(cluster.group(index));
    for (let at = group; at < group + ASKED_BYTES; at += 64) seen = v128.or(seen, v128.load(at));
    return seen;
  }
}

function lanes(a: f32, b: f32, c: f32, d: f32): v128 {
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(a), 1, b), 2, c), 3, d);
}

/** A word in each lane. */
function words(a: usize, b: usize, c: usize, d: usize): v128 {
  return i32x4.replace_lane(
    i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(a as i32), 1, b as i32), 2, c as i32),
    3,
    d as i32,
  );
}

function contactAt(world: World, id: i32): usize {
  return id == NONE ? world.nullState + NULL_CONTACT : world.contacts.at(id);
}

/**
 * Returns how many rows the step solves: in each pass those of the points, two of friction and one of twist, but for the friction that SOLVE leaves out. One function
 * for all of it: parts that hand each other in memory what was gathered take 1.1 to 1.2 times as long (docs/internals/experiments/solver.md).
 */
function prepareGroup(world: World, cluster: Cluster, group: ContactGroup, ids: v128): i32 {
  const id0 = i32x4.extract_lane(ids, 0),
    id1 = i32x4.extract_lane(ids, 1),
    id2 = i32x4.extract_lane(ids, 2),
    id3 = i32x4.extract_lane(ids, 3);
  const c0 = contactAt(world, id0),
    c1 = contactAt(world, id1),
    c2 = contactAt(world, id2),
    c3 = contactAt(world, id3);
  const k0 = changetype<Contact>(c0),
    k1 = changetype<Contact>(c1),
    k2 = changetype<Contact>(c2),
    k3 = changetype<Contact>(c3);
  group.contacts = ids;
  const none = world.nullState;
  const a0 = world.bodySims.at(k0.bodyA),
    b0 = world.bodySims.at(k0.bodyB);
  const a1 = id1 == NONE ? none + NULL_SIM : world.bodySims.at(k1.bodyA),
    b1 = id1 == NONE ? none + NULL_SIM : world.bodySims.at(k1.bodyB);
  const a2 = id2 == NONE ? none + NULL_SIM : world.bodySims.at(k2.bodyA),
    b2 = id2 == NONE ? none + NULL_SIM : world.bodySims.at(k2.bodyB);
  const a3 = id3 == NONE ? none + NULL_SIM : world.bodySims.at(k3.bodyA),
    b3 = id3 == NONE ? none + NULL_SIM : world.bodySims.at(k3.bodyB);
  const sa0 = world.bodyStates.at(k0.bodyA),
    sb0 = world.bodyStates.at(k0.bodyB);
  const sa1 = id1 == NONE ? none : world.bodyStates.at(k1.bodyA),
    sb1 = id1 == NONE ? none : world.bodyStates.at(k1.bodyB);
  const sa2 = id2 == NONE ? none : world.bodyStates.at(k2.bodyA),
    sb2 = id2 == NONE ? none : world.bodyStates.at(k2.bodyB);
  const sa3 = id3 == NONE ? none : world.bodyStates.at(k3.bodyA),
    sb3 = id3 == NONE ? none : world.bodyStates.at(k3.bodyB);

  // Velocities and inverse masses.
  let r0 = v128.load(sa0),
    r1 = v128.load(sa1),
    r2 = v128.load(sa2),
    r3 = v128.load(sa3);
  const vAx = W.columnX(r0, r1, r2, r3),
    vAy = W.columnY(r0, r1, r2, r3),
    vAz = W.columnZ(r0, r1, r2, r3),
    mA = W.columnW(r0, r1, r2, r3);
  r0 = v128.load(sb0);
  r1 = v128.load(sb1);
  r2 = v128.load(sb2);
  r3 = v128.load(sb3);
  const vBx = W.columnX(r0, r1, r2, r3),
    vBy = W.columnY(r0, r1, r2, r3),
    vBz = W.columnZ(r0, r1, r2, r3),
    mB = W.columnW(r0, r1, r2, r3);
  r0 = v128.load(sa0, 16);
  r1 = v128.load(sa1, 16);
  r2 = v128.load(sa2, 16);
  r3 = v128.load(sa3, 16);
  const wAx = W.columnX(r0, r1, r2, r3),
    wAy = W.columnY(r0, r1, r2, r3),
    wAz = W.columnZ(r0, r1, r2, r3);
  r0 = v128.load(sb0, 16);
  r1 = v128.load(sb1, 16);
  r2 = v128.load(sb2, 16);
  r3 = v128.load(sb3, 16);
  const wBx = W.columnX(r0, r1, r2, r3),
    wBy = W.columnY(r0, r1, r2, r3),
    wBz = W.columnZ(r0, r1, r2, r3);

  const zero = f32x4.splat(0),
    one = i32x4.splat(1);
  const fixedA = f32x4.eq(mA, zero),
    fixedB = f32x4.eq(mB, zero);
  const stateA = words(sa0, sa1, sa2, sa3),
    stateB = words(sb0, sb1, sb2, sb3);
  const spare = i32x4.splat((changetype<usize>(group) + offsetof<ContactGroup>('spareLinear')) as i32);
  group.stateA = stateA;
  group.stateB = stateB;
  group.targetA = W.select(fixedA, spare, stateA);
  group.targetB = W.select(fixedB, spare, stateB);

  // S by columns; what it turns an arm into is in solver/spin.ts. That of what is isotropic is a diagonal.
  const skew = Rows.isSkew(a0, b0) || Rows.isSkew(a1, b1) || Rows.isSkew(a2, b2) || Rows.isSkew(a3, b3);
  let sA0x = zero,
    sA0y = zero,
    sA0z = zero,
    sA1x = zero,
    sA1y = zero,
    sA1z = zero,
    sA2x = zero,
    sA2y = zero,
    sA2z = zero,
    sB0x = zero,
    sB0y = zero,
    sB0z = zero,
    sB1x = zero,
    sB1y = zero,
    sB1z = zero,
    sB2x = zero,
    sB2y = zero,
    sB2z = zero;
  if (skew) {
    const offset = offsetof<BodySim>('root0');
    r0 = v128.load(a0 + offset);
    r1 = v128.load(a1 + offset);
    r2 = v128.load(a2 + offset);
    r3 = v128.load(a3 + offset);
    sA0x = W.columnX(r0, r1, r2, r3);
    sA0y = W.columnY(r0, r1, r2, r3);
    sA0z = W.columnZ(r0, r1, r2, r3);
    r0 = v128.load(a0 + offset, 16);
    r1 = v128.load(a1 + offset, 16);
    r2 = v128.load(a2 + offset, 16);
    r3 = v128.load(a3 + offset, 16);
    sA1x = W.columnX(r0, r1, r2, r3);
    sA1y = W.columnY(r0, r1, r2, r3);
    sA1z = W.columnZ(r0, r1, r2, r3);
    r0 = v128.load(a0 + offset, 32);
    r1 = v128.load(a1 + offset, 32);
    r2 = v128.load(a2 + offset, 32);
    r3 = v128.load(a3 + offset, 32);
    sA2x = W.columnX(r0, r1, r2, r3);
    sA2y = W.columnY(r0, r1, r2, r3);
    sA2z = W.columnZ(r0, r1, r2, r3);
    r0 = v128.load(b0 + offset);
    r1 = v128.load(b1 + offset);
    r2 = v128.load(b2 + offset);
    r3 = v128.load(b3 + offset);
    sB0x = W.columnX(r0, r1, r2, r3);
    sB0y = W.columnY(r0, r1, r2, r3);
    sB0z = W.columnZ(r0, r1, r2, r3);
    r0 = v128.load(b0 + offset, 16);
    r1 = v128.load(b1 + offset, 16);
    r2 = v128.load(b2 + offset, 16);
    r3 = v128.load(b3 + offset, 16);
    sB1x = W.columnX(r0, r1, r2, r3);
    sB1y = W.columnY(r0, r1, r2, r3);
    sB1z = W.columnZ(r0, r1, r2, r3);
    r0 = v128.load(b0 + offset, 32);
    r1 = v128.load(b1 + offset, 32);
    r2 = v128.load(b2 + offset, 32);
    r3 = v128.load(b3 + offset, 32);
    sB2x = W.columnX(r0, r1, r2, r3);
    sB2y = W.columnY(r0, r1, r2, r3);
    sB2z = W.columnZ(r0, r1, r2, r3);
  } else {
    const offset = offsetof<BodySim>('rootDiagonal');
    r0 = v128.load(a0 + offset);
    r1 = v128.load(a1 + offset);
    r2 = v128.load(a2 + offset);
    r3 = v128.load(a3 + offset);
    sA0x = W.columnX(r0, r1, r2, r3);
    sA1y = W.columnY(r0, r1, r2, r3);
    sA2z = W.columnZ(r0, r1, r2, r3);
    r0 = v128.load(b0 + offset);
    r1 = v128.load(b1 + offset);
    r2 = v128.load(b2 + offset);
    r3 = v128.load(b3 + offset);
    sB0x = W.columnX(r0, r1, r2, r3);
    sB1y = W.columnY(r0, r1, r2, r3);
    sB2z = W.columnZ(r0, r1, r2, r3);
  }

  // What turns with the bodies: see narrowphase/anchors.ts.
  const traits = words(k0.traits, k1.traits, k2.traits, k3.traits);
  const carried = i32x4.ne(v128.and(traits, i32x4.splat(ContactTrait.CARRIED)), zero),
    coreA = i32x4.ne(v128.and(traits, i32x4.splat(ContactTrait.CORE_A)), zero),
    coreB = i32x4.ne(v128.and(traits, i32x4.splat(ContactTrait.CORE_B)), zero);
  const hasCores = v128.any_true(v128.or(coreA, coreB));
  const unit = f32x4.splat(1);
  const turn = offsetof<BodySim>('rotation');
  r0 = v128.load(a0 + turn);
  r1 = v128.load(a1 + turn);
  r2 = v128.load(a2 + turn);
  r3 = v128.load(a3 + turn);
  const qAx = v128.and(carried, W.columnX(r0, r1, r2, r3)),
    qAy = v128.and(carried, W.columnY(r0, r1, r2, r3)),
    qAz = v128.and(carried, W.columnZ(r0, r1, r2, r3)),
    qAw = W.select(carried, W.columnW(r0, r1, r2, r3), unit);
  r0 = v128.load(b0 + turn);
  r1 = v128.load(b1 + turn);
  r2 = v128.load(b2 + turn);
  r3 = v128.load(b3 + turn);
  const qBx = v128.and(carried, W.columnX(r0, r1, r2, r3)),
    qBy = v128.and(carried, W.columnY(r0, r1, r2, r3)),
    qBz = v128.and(carried, W.columnZ(r0, r1, r2, r3)),
    qBw = W.select(carried, W.columnW(r0, r1, r2, r3), unit);
  r0 = V.sub(changetype<BodySim>(b0).center, changetype<BodySim>(a0).center);
  r1 = V.sub(changetype<BodySim>(b1).center, changetype<BodySim>(a1).center);
  r2 = V.sub(changetype<BodySim>(b2).center, changetype<BodySim>(a2).center);
  r3 = V.sub(changetype<BodySim>(b3).center, changetype<BodySim>(a3).center);
  const betweenX = W.columnX(r0, r1, r2, r3),
    betweenY = W.columnY(r0, r1, r2, r3),
    betweenZ = W.columnZ(r0, r1, r2, r3);

  // Normal, and a tangent that depends on the normal alone (Duff et al. 2017).
  r0 = k0.normal;
  r1 = k1.normal;
  r2 = k2.normal;
  r3 = k3.normal;
  let vx = W.columnX(r0, r1, r2, r3),
    vy = W.columnY(r0, r1, r2, r3),
    vz = W.columnZ(r0, r1, r2, r3);
  const qx = W.select(coreA, qBx, qAx),
    qy = W.select(coreA, qBy, qAy),
    qz = W.select(coreA, qBz, qAz),
    qw = W.select(coreA, qBw, qAw);
  let turnX = W.twice(W.cross(qy, vz, qz, vy)),
    turnY = W.twice(W.cross(qz, vx, qx, vz)),
    turnZ = W.twice(W.cross(qx, vy, qy, vx));
  const nx = W.turned(vx, turnX, qw, qy, turnZ, qz, turnY),
    ny = W.turned(vy, turnY, qw, qz, turnX, qx, turnZ),
    nz = W.turned(vz, turnZ, qw, qx, turnY, qy, turnX);
  const twistImpulse = W.columnW(r0, r1, r2, r3);
  const sign = v128.or(v128.and(nz, i32x4.splat(i32.MIN_VALUE)), unit);
  const q = f32x4.div(f32x4.splat(-1), W.add(sign, nz));
  const sx = W.mul(sign, nx);
  const tx = W.madd(unit, W.mul(sx, nx), q),
    ty = W.mul(W.mul(sx, ny), q),
    tz = f32x4.neg(sx);
  const ux = W.cross(ny, tz, nz, ty),
    uy = W.cross(nz, tx, nx, tz),
    uz = W.cross(nx, ty, ny, tx);
  group.normalX = nx;
  group.normalY = ny;
  group.normalZ = nz;
  group.tangentX = tx;
  group.tangentY = ty;
  group.tangentZ = tz;

  // Material: friction, restitution, rolling, and the radius of cores, as one row of the contact; then softness by what the contact is between.
  const material = offsetof<Contact>('friction');
  r0 = v128.load(c0 + material);
  r1 = v128.load(c1 + material);
  r2 = v128.load(c2 + material);
  r3 = v128.load(c3 + material);
  group.friction = W.columnX(r0, r1, r2, r3);
  const restitution = W.columnY(r0, r1, r2, r3),
    rolling = W.columnZ(r0, r1, r2, r3),
    radius = W.columnW(r0, r1, r2, r3);
  let features = 0;
  const goesA = v128.or(v128.or(v128.or(vAx, vAy), v128.or(vAz, mA)), v128.or(v128.or(wAx, wAy), wAz));
  if (!v128.any_true(goesA)) features |= GroupFeature.STANDS;
  if (v128.any_true(f32x4.gt(rolling, zero))) features |= GroupFeature.ROLLS;
  if (v128.any_true(f32x4.gt(restitution, zero))) {
    features |= GroupFeature.BOUNCES;
    cluster.bounces = 1;
    group.rare.restitution = restitution;
  }
  let fixed = v128.or(fixedA, fixedB);
  let gripping = 0;
  if (world.articulations.count > 0) {
    const tied = ties(world, ids, k0, k1, k2, k3);
    fixed = v128.andnot(fixed, i32x4.ne(tied, i32x4.splat(Tie.NONE)));
    const grips = i32x4.eq(tied, i32x4.splat(Tie.LONG));
    gripping = popcnt<i32>(i32x4.bitmask(grips));
    if (gripping > 0) {
      features |= GroupFeature.GRIPS;
      group.rare.grips = grips;
    }
  }
  group.biasRate = W.select(fixed, f32x4.splat(world.contactBiasRateFixed), f32x4.splat(world.contactBiasRate));
  const m = W.add(mA, mB);
  const counts = words(k0.pointCount, k1.pointCount, k2.pointCount, k3.pointCount);
  // Points share what they carry: n rows side by side are a spring n times as stiff, so each gets an n-th of the stiffness.
  const shared = f32x4.convert_i32x4_s(i32x4.max_s(counts, one));
  const stiffness = W.select(fixed, f32x4.splat(world.contactStiffnessFixed), f32x4.splat(world.contactStiffness));
  const total = W.add(stiffness, shared);
  group.massScale = f32x4.div(stiffness, total);
  group.impulseScale = f32x4.div(shared, total);
  const pointCount = max(max(k0.pointCount, k1.pointCount), max(k2.pointCount, k3.pointCount));
  group.pointCount = pointCount;
  const bounces = (features & GroupFeature.BOUNCES) != 0;
  const impactSpeed = f32x4.splat(-min(world.restitutionThreshold, world.hitSpeedThreshold));
  // Acceleration of B against A along the normal, as far as gravity closes the gap.
  let pull = zero;
  if (bounces) {
    const g = world.gravity;
    const along = W.dot(nx, ny, nz, W.x(g), W.y(g), W.z(g));
    const scaleA = lanes(
      changetype<BodySim>(a0).gravityScale,
      changetype<BodySim>(a1).gravityScale,
      changetype<BodySim>(a2).gravityScale,
      changetype<BodySim>(a3).gravityScale,
    );
    const scaleB = lanes(
      changetype<BodySim>(b0).gravityScale,
      changetype<BodySim>(b1).gravityScale,
      changetype<BodySim>(b2).gravityScale,
      changetype<BodySim>(b3).gravityScale,
    );
    pull = f32x4.pmin(zero, W.mul(along, W.sub(v128.andnot(scaleB, fixedB), v128.andnot(scaleA, fixedA))));
  }
  const half = f32x4.splat(0.5);
  let cAx = zero,
    cAy = zero,
    cAz = zero,
    cBx = zero,
    cBy = zero,
    cBz = zero;
  for (let i = 0; i < pointCount; i++) {
    const at = CONTACT_POINTS + (i as usize) * POINT_STRIDE;
    const present = i32x4.gt_s(counts, i32x4.splat(i));
    const rows = group.point(i);
    r0 = v128.load(c0 + at);
    r1 = v128.load(c1 + at);
    r2 = v128.load(c2 + at);
    r3 = v128.load(c3 + at);
    vx = W.columnX(r0, r1, r2, r3);
    vy = W.columnY(r0, r1, r2, r3);
    vz = W.columnZ(r0, r1, r2, r3);
    rows.impulse = v128.and(present, W.columnW(r0, r1, r2, r3));
    turnX = W.twice(W.cross(qAy, vz, qAz, vy));
    turnY = W.twice(W.cross(qAz, vx, qAx, vz));
    turnZ = W.twice(W.cross(qAx, vy, qAy, vx));
    let onAx = W.turned(vx, turnX, qAw, qAy, turnZ, qAz, turnY),
      onAy = W.turned(vy, turnY, qAw, qAz, turnX, qAx, turnZ),
      onAz = W.turned(vz, turnZ, qAw, qAx, turnY, qAy, turnX);
    r0 = v128.load(c0 + at, POINTS_B);
    r1 = v128.load(c1 + at, POINTS_B);
    r2 = v128.load(c2 + at, POINTS_B);
    r3 = v128.load(c3 + at, POINTS_B);
    vx = W.columnX(r0, r1, r2, r3);
    vy = W.columnY(r0, r1, r2, r3);
    vz = W.columnZ(r0, r1, r2, r3);
    turnX = W.twice(W.cross(qBy, vz, qBz, vy));
    turnY = W.twice(W.cross(qBz, vx, qBx, vz));
    turnZ = W.twice(W.cross(qBx, vy, qBy, vx));
    let onBx = W.turned(vx, turnX, qBw, qBy, turnZ, qBz, turnY),
      onBy = W.turned(vy, turnY, qBw, qBz, turnX, qBx, turnZ),
      onBz = W.turned(vz, turnZ, qBw, qBx, turnY, qBy, turnX);
    if (hasCores) {
      const radiusA = v128.and(coreA, radius),
        radiusB = v128.and(coreB, radius);
      onAx = W.madd(onAx, nx, radiusA);
      onAy = W.madd(onAy, ny, radiusA);
      onAz = W.madd(onAz, nz, radiusA);
      onBx = W.msub(onBx, nx, radiusB);
      onBy = W.msub(onBy, ny, radiusB);
      onBz = W.msub(onBz, nz, radiusB);
    }
    let gapX = W.sub(W.add(betweenX, onBx), onAx),
      gapY = W.sub(W.add(betweenY, onBy), onAy),
      gapZ = W.sub(W.add(betweenZ, onBz), onAz);
    const separation = W.dot(gapX, gapY, gapZ, nx, ny, nz);
    rows.separation = separation;
    if (hasCores) {
      const cores = v128.or(coreA, coreB);
      gapX = W.select(cores, W.mul(nx, separation), gapX);
      gapY = W.select(cores, W.mul(ny, separation), gapY);
      gapZ = W.select(cores, W.mul(nz, separation), gapZ);
    }
    let rAx = W.madd(onAx, gapX, half),
      rAy = W.madd(onAy, gapY, half),
      rAz = W.madd(onAz, gapZ, half);
    let rBx = W.msub(onBx, gapX, half),
      rBy = W.msub(onBy, gapY, half),
      rBz = W.msub(onBz, gapZ, half);
    if (hasCores) {
      // What is under a core, not what goes along with the surface.
      const underAx = W.select(coreB, W.add(betweenX, rBx), rAx),
        underAy = W.select(coreB, W.add(betweenY, rBy), rAy),
        underAz = W.select(coreB, W.add(betweenZ, rBz), rAz);
      rBx = W.select(coreA, W.sub(rAx, betweenX), rBx);
      rBy = W.select(coreA, W.sub(rAy, betweenY), rBy);
      rBz = W.select(coreA, W.sub(rAz, betweenZ), rBz);
      rAx = underAx;
      rAy = underAy;
      rAz = underAz;
    }
    rAx = v128.and(present, rAx);
    rAy = v128.and(present, rAy);
    rAz = v128.and(present, rAz);
    rBx = v128.and(present, rBx);
    rBy = v128.and(present, rBy);
    rBz = v128.and(present, rBz);
    // Kept where the arms of friction will be, until the levers are known.
    const kept = changetype<usize>(group) + offsetof<ContactGroup>('armA1X') + (i as usize) * 48;
    v128.store(kept, rAx);
    v128.store(kept, rAy, 16);
    v128.store(kept, rAz, 32);
    const lAx = W.cross(rAy, nz, rAz, ny),
      lAy = W.cross(rAz, nx, rAx, nz),
      lAz = W.cross(rAx, ny, rAy, nx);
    const lBx = W.cross(rBy, nz, rBz, ny),
      lBy = W.cross(rBz, nx, rBx, nz),
      lBz = W.cross(rBx, ny, rBy, nx);
    let pAx = W.mul(sA0x, lAx),
      pAy = W.mul(sA1y, lAy),
      pAz = W.mul(sA2z, lAz),
      pBx = W.mul(sB0x, lBx),
      pBy = W.mul(sB1y, lBy),
      pBz = W.mul(sB2z, lBz);
    if (skew) {
      pAx = W.dot(sA0x, sA0y, sA0z, lAx, lAy, lAz);
      pAy = W.dot(sA1x, sA1y, sA1z, lAx, lAy, lAz);
      pAz = W.dot(sA2x, sA2y, sA2z, lAx, lAy, lAz);
      pBx = W.dot(sB0x, sB0y, sB0z, lBx, lBy, lBz);
      pBy = W.dot(sB1x, sB1y, sB1z, lBx, lBy, lBz);
      pBz = W.dot(sB2x, sB2y, sB2z, lBx, lBy, lBz);
    }
    rows.armAX = pAx;
    rows.armAY = pAy;
    rows.armAZ = pAz;
    rows.armBX = pBx;
    rows.armBY = pBy;
    rows.armBZ = pBz;
    const k = W.add(
      m,
      W.add(
        v128.andnot(W.dot(pAx, pAy, pAz, pAx, pAy, pAz), fixedA),
        v128.andnot(W.dot(pBx, pBy, pBz, pBx, pBy, pBz), fixedB),
      ),
    );
    rows.mass = v128.and(present, W.inverse(k));
    const vn = W.add(
      W.dot(nx, ny, nz, W.sub(vBx, vAx), W.sub(vBy, vAy), W.sub(vBz, vAz)),
      W.sub(W.dot(lBx, lBy, lBz, wBx, wBy, wBz), W.dot(lAx, lAy, lAz, wAx, wAy, wAz)),
    );
    let approach = vn;
    if (bounces) {
      // Bodies that are still apart gain speed on the way: a t, with t = s / |v| at most the step.
      const time = f32x4.pmin(
        f32x4.splat(world.dt),
        f32x4.div(f32x4.pmax(rows.separation, zero), f32x4.pmax(f32x4.neg(vn), f32x4.splat(1e-6))),
      );
      approach = W.madd(vn, pull, time);
    }
    // Kept where the lever will be, until all points have told whether one comes fast.
    rows.lever = approach;
    if (v128.any_true(f32x4.lt(approach, impactSpeed))) features |= GroupFeature.IMPACT;
    cAx = W.add(cAx, rAx);
    cAy = W.add(cAy, rAy);
    cAz = W.add(cAz, rAz);
    cBx = W.add(cBx, rBx);
    cBy = W.add(cBy, rBy);
    cBz = W.add(cBz, rBz);
  }

  if (pointCount > 1) group.coupling01 = Rows.coupling(group, 0, 1, m, fixedA, fixedB);
  if (pointCount > 2) {
    group.coupling02 = Rows.coupling(group, 0, 2, m, fixedA, fixedB);
    group.coupling12 = Rows.coupling(group, 1, 2, m, fixedA, fixedB);
  }
  if (pointCount > 3) {
    group.coupling03 = Rows.coupling(group, 0, 3, m, fixedA, fixedB);
    group.coupling13 = Rows.coupling(group, 1, 3, m, fixedA, fixedB);
    group.coupling23 = Rows.coupling(group, 2, 3, m, fixedA, fixedB);
  }

  // Friction acts at the centroid.
  const share = f32x4.div(unit, f32x4.convert_i32x4_s(i32x4.max_s(counts, one)));
  cAx = W.mul(cAx, share);
  cAy = W.mul(cAy, share);
  cAz = W.mul(cAz, share);
  cBx = W.mul(cBx, share);
  cBy = W.mul(cBy, share);
  cBz = W.mul(cBz, share);
  const reach2 = f32x4.pmin(W.dot(cAx, cAy, cAz, cAx, cAy, cAz), W.dot(cBx, cBy, cBz, cBx, cBy, cBz));
  const patch = W.mul(f32x4.splat(PATCH), f32x4.sqrt(reach2));
  for (let i = 0; i < pointCount; i++) {
    const kept = changetype<usize>(group) + offsetof<ContactGroup>('armA1X') + (i as usize) * 48;
    const dx = W.sub(v128.load(kept), cAx),
      dy = W.sub(v128.load(kept, 16), cAy),
      dz = W.sub(v128.load(kept, 32), cAz);
    if ((features & GroupFeature.IMPACT) != 0) {
      const impact = group.rare.impact(i);
      impact.maxImpulse = zero;
      impact.approach = group.point(i).lever;
    }
    group.point(i).lever = f32x4.pmax(f32x4.sqrt(W.dot(dx, dy, dz, dx, dy, dz)), patch);
  }
  const lA1x = W.cross(cAy, tz, cAz, ty),
    lA1y = W.cross(cAz, tx, cAx, tz),
    lA1z = W.cross(cAx, ty, cAy, tx);
  const lB1x = W.cross(cBy, tz, cBz, ty),
    lB1y = W.cross(cBz, tx, cBx, tz),
    lB1z = W.cross(cBx, ty, cBy, tx);
  const lA2x = W.cross(cAy, uz, cAz, uy),
    lA2y = W.cross(cAz, ux, cAx, uz),
    lA2z = W.cross(cAx, uy, cAy, ux);
  const lB2x = W.cross(cBy, uz, cBz, uy),
    lB2y = W.cross(cBz, ux, cBx, uz),
    lB2z = W.cross(cBx, uy, cBy, ux);
  let a1x = W.mul(sA0x, lA1x),
    a1y = W.mul(sA1y, lA1y),
    a1z = W.mul(sA2z, lA1z),
    b1x = W.mul(sB0x, lB1x),
    b1y = W.mul(sB1y, lB1y),
    b1z = W.mul(sB2z, lB1z),
    a2x = W.mul(sA0x, lA2x),
    a2y = W.mul(sA1y, lA2y),
    a2z = W.mul(sA2z, lA2z),
    b2x = W.mul(sB0x, lB2x),
    b2y = W.mul(sB1y, lB2y),
    b2z = W.mul(sB2z, lB2z),
    tAx = W.mul(sA0x, nx),
    tAy = W.mul(sA1y, ny),
    tAz = W.mul(sA2z, nz),
    tBx = W.mul(sB0x, nx),
    tBy = W.mul(sB1y, ny),
    tBz = W.mul(sB2z, nz);
  if (skew) {
    a1x = W.dot(sA0x, sA0y, sA0z, lA1x, lA1y, lA1z);
    a1y = W.dot(sA1x, sA1y, sA1z, lA1x, lA1y, lA1z);
    a1z = W.dot(sA2x, sA2y, sA2z, lA1x, lA1y, lA1z);
    b1x = W.dot(sB0x, sB0y, sB0z, lB1x, lB1y, lB1z);
    b1y = W.dot(sB1x, sB1y, sB1z, lB1x, lB1y, lB1z);
    b1z = W.dot(sB2x, sB2y, sB2z, lB1x, lB1y, lB1z);
    a2x = W.dot(sA0x, sA0y, sA0z, lA2x, lA2y, lA2z);
    a2y = W.dot(sA1x, sA1y, sA1z, lA2x, lA2y, lA2z);
    a2z = W.dot(sA2x, sA2y, sA2z, lA2x, lA2y, lA2z);
    b2x = W.dot(sB0x, sB0y, sB0z, lB2x, lB2y, lB2z);
    b2y = W.dot(sB1x, sB1y, sB1z, lB2x, lB2y, lB2z);
    b2z = W.dot(sB2x, sB2y, sB2z, lB2x, lB2y, lB2z);
    tAx = W.dot(sA0x, sA0y, sA0z, nx, ny, nz);
    tAy = W.dot(sA1x, sA1y, sA1z, nx, ny, nz);
    tAz = W.dot(sA2x, sA2y, sA2z, nx, ny, nz);
    tBx = W.dot(sB0x, sB0y, sB0z, nx, ny, nz);
    tBy = W.dot(sB1x, sB1y, sB1z, nx, ny, nz);
    tBz = W.dot(sB2x, sB2y, sB2z, nx, ny, nz);
  }
  group.armA1X = a1x;
  group.armA1Y = a1y;
  group.armA1Z = a1z;
  group.armB1X = b1x;
  group.armB1Y = b1y;
  group.armB1Z = b1z;
  group.armA2X = a2x;
  group.armA2Y = a2y;
  group.armA2Z = a2z;
  group.armB2X = b2x;
  group.armB2Y = b2y;
  group.armB2Z = b2z;
  const k11 = W.add(
    m,
    W.add(
      v128.andnot(W.dot(a1x, a1y, a1z, a1x, a1y, a1z), fixedA),
      v128.andnot(W.dot(b1x, b1y, b1z, b1x, b1y, b1z), fixedB),
    ),
  );
  const k12 = W.add(
    v128.andnot(W.dot(a1x, a1y, a1z, a2x, a2y, a2z), fixedA),
    v128.andnot(W.dot(b1x, b1y, b1z, b2x, b2y, b2z), fixedB),
  );
  const k22 = W.add(
    m,
    W.add(
      v128.andnot(W.dot(a2x, a2y, a2z, a2x, a2y, a2z), fixedA),
      v128.andnot(W.dot(b2x, b2y, b2z, b2x, b2y, b2z), fixedB),
    ),
  );
  const determinant = W.inverse(W.cross(k11, k22, k12, k12));
  group.friction11 = W.mul(k22, determinant);
  group.friction12 = f32x4.neg(W.mul(k12, determinant));
  group.friction22 = W.mul(k11, determinant);
  group.twistAX = tAx;
  group.twistAY = tAy;
  group.twistAZ = tAz;
  group.twistBX = tBx;
  group.twistBY = tBy;
  group.twistBZ = tBz;
  group.twistMass = W.inverse(
    W.add(
      v128.andnot(W.dot(tAx, tAy, tAz, tAx, tAy, tAz), fixedA),
      v128.andnot(W.dot(tBx, tBy, tBz, tBx, tBy, tBz), fixedB),
    ),
  );
  group.twistTangent1 = W.add(
    v128.andnot(W.dot(tAx, tAy, tAz, a1x, a1y, a1z), fixedA),
    v128.andnot(W.dot(tBx, tBy, tBz, b1x, b1y, b1z), fixedB),
  );
  group.twistTangent2 = W.add(
    v128.andnot(W.dot(tAx, tAy, tAz, a2x, a2y, a2z), fixedA),
    v128.andnot(W.dot(tBx, tBy, tBz, b2x, b2y, b2z), fixedB),
  );
  group.twistImpulse = twistImpulse;
  if ((features & GroupFeature.ROLLS) != 0) {
    const rare = group.rare;
    rare.rolling = rolling;
    // An isotropic bound on the inverse inertia, by the diagonal of S Sᵀ, keeps the row scalar and never too strong.
    const mostA = f32x4.pmax(
      W.dot(sA0x, sA1x, sA2x, sA0x, sA1x, sA2x),
      f32x4.pmax(W.dot(sA0y, sA1y, sA2y, sA0y, sA1y, sA2y), W.dot(sA0z, sA1z, sA2z, sA0z, sA1z, sA2z)),
    );
    const mostB = f32x4.pmax(
      W.dot(sB0x, sB1x, sB2x, sB0x, sB1x, sB2x),
      f32x4.pmax(W.dot(sB0y, sB1y, sB2y, sB0y, sB1y, sB2y), W.dot(sB0z, sB1z, sB2z, sB0z, sB1z, sB2z)),
    );
    rare.rollingMass = W.inverse(W.add(v128.andnot(mostA, fixedA), v128.andnot(mostB, fixedB)));
    rare.rootA0X = sA0x;
    rare.rootA0Y = sA0y;
    rare.rootA0Z = sA0z;
    rare.rootA1X = sA1x;
    rare.rootA1Y = sA1y;
    rare.rootA1Z = sA1z;
    rare.rootA2X = sA2x;
    rare.rootA2Y = sA2y;
    rare.rootA2Z = sA2z;
    rare.rootB0X = sB0x;
    rare.rootB0Y = sB0y;
    rare.rootB0Z = sB0z;
    rare.rootB1X = sB1x;
    rare.rootB1Y = sB1y;
    rare.rootB1Z = sB1z;
    rare.rootB2X = sB2x;
    rare.rootB2Y = sB2y;
    rare.rootB2Z = sB2z;
    r0 = k0.rollingImpulse;
    r1 = k1.rollingImpulse;
    r2 = k2.rollingImpulse;
    r3 = k3.rollingImpulse;
    rare.rollingX = W.columnX(r0, r1, r2, r3);
    rare.rollingY = W.columnY(r0, r1, r2, r3);
    rare.rollingZ = W.columnZ(r0, r1, r2, r3);
  }

  // Impulses are kept as vectors and laid onto the new tangents.
  r0 = k0.frictionImpulse;
  r1 = k1.frictionImpulse;
  r2 = k2.frictionImpulse;
  r3 = k3.frictionImpulse;
  const fx = W.columnX(r0, r1, r2, r3),
    fy = W.columnY(r0, r1, r2, r3),
    fz = W.columnZ(r0, r1, r2, r3);
  group.frictionImpulse1 = W.dot(fx, fy, fz, tx, ty, tz);
  group.frictionImpulse2 = W.dot(fx, fy, fz, ux, uy, uz);
  const together = Turn.together(wAx, wAy, wAz, wBx, wBy, wBz),
    told = Turn.told(wAx, wAy, wAz, wBx, wBy, wBz, fixedA, fixedB);
  const turns = v128.or(together, told);
  if (((k0.traits | k1.traits | k2.traits | k3.traits) & ContactTrait.CONVEYS) != 0 || v128.any_true(turns)) {
    const hasA = v128.or(together, fixedA),
      hasB = v128.or(together, fixedB);
    const dx = W.sub(v128.and(hasA, cAx), v128.and(hasB, cBx)),
      dy = W.sub(v128.and(hasA, cAy), v128.and(hasB, cBy)),
      dz = W.sub(v128.and(hasA, cAz), v128.and(hasB, cBz));
    const omegaX = v128.and(turns, W.select(fixedB, wBx, wAx)),
      omegaY = v128.and(turns, W.select(fixedB, wBy, wAy)),
      omegaZ = v128.and(turns, W.select(fixedB, wBz, wAz));
    placeSurfaceVelocity(world, group, k0, k1, k2, k3, omegaX, omegaY, omegaZ, dx, dy, dz);
    features |= GroupFeature.CONVEYS;
  }
  group.features = features;
  group.wasIdle = group.isIdle ? 1 : 0;
  const contacts = popcnt<i32>(i32x4.bitmask(i32x4.ne(ids, i32x4.splat(NONE))));
  const points = k0.pointCount + k1.pointCount + k2.pointCount + k3.pointCount;
  return (points + 3 * contacts) * passesOfStep(world.substeps) - 3 * (contacts - gripping) * world.substeps;
}

class Rows {
  // @ts-ignore: decorator
  @inline static isSkew(a: usize, b: usize): bool {
    return (changetype<BodySim>(a).gyroscopic | changetype<BodySim>(b).gyroscopic) != 0;
  }

  /** 1/m_A + 1/m_B and the arms of two points on each other: the off-diagonal of their normal rows. Arms of absent points are 0. */
  // @ts-ignore: decorator
  @inline static coupling(group: ContactGroup, i: i32, j: i32, m: v128, fixedA: v128, fixedB: v128): v128 {
    const p = group.point(i),
      q = group.point(j);
    const a = W.dot(p.armAX, p.armAY, p.armAZ, q.armAX, q.armAY, q.armAZ),
      b = W.dot(p.armBX, p.armBY, p.armBZ, q.armBX, q.armBY, q.armBZ);
    return W.add(m, W.add(v128.andnot(a, fixedA), v128.andnot(b, fixedB)));
  }
}
