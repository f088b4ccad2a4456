import { World, WorkerContext } from '../world/world';
import { Contact, CONTACT_POINTS, ContactFlag, POINT_STRIDE } from '../contacts/contact';
import { Cluster } from './cluster';
import { ContactGroup, GroupFeature, ImpactRows, PointRows, RareRows } from './contact-group';
import { W } from '../math/wide';
import { Movers } from './movers';
import { NONE } from '../constants';

/** Reads: constraint groups. Writes: impulses of the contacts, for the next step and for events; the worker's hit bits. Items: groups of the worker's cluster. */
export function storeImpulses(world: World, start: i32, end: i32, worker: i32): void {
  const cluster = changetype<Cluster>(world.context(worker).cluster);
  for (let index = start; index < end; index++) {
    const group = cluster.group(index);
    if ((group.features & GroupFeature.IMPACT) != 0) findHits(world, world.context(worker), group);
    const ids = group.contacts,
      idle = group.idleLanes;
    const movers = v128.load(world.moverOrder.data + ((cluster.firstContact as usize) << 2) + ((index as usize) << 4));
    Lane.mark(i32x4.extract_lane(ids, 0), i32x4.extract_lane(movers, 0), idle & 1);
    Lane.mark(i32x4.extract_lane(ids, 1), i32x4.extract_lane(movers, 1), idle & 2);
    Lane.mark(i32x4.extract_lane(ids, 2), i32x4.extract_lane(movers, 2), idle & 4);
    Lane.mark(i32x4.extract_lane(ids, 3), i32x4.extract_lane(movers, 3), idle & 8);
    // The contacts hold these zeros already.
    if (group.wasIdle != 0 && idle == 15 && (group.features & GroupFeature.ROLLS) == 0) continue;
    const nx = group.normalX,
      ny = group.normalY,
      nz = group.normalZ,
      tx = group.tangentX,
      ty = group.tangentY,
      tz = group.tangentZ;
    const f1 = group.frictionImpulse1,
      f2 = group.frictionImpulse2;
    // Kept as a vector, since tangents change from step to step.
    const x = W.madd(W.mul(tx, f1), W.cross(ny, tz, nz, ty), f2),
      y = W.madd(W.mul(ty, f1), W.cross(nz, tx, nx, tz), f2),
      z = W.madd(W.mul(tz, f1), W.cross(nx, ty, ny, tx), f2);
    const zero = f32x4.splat(0);
    const l01 = W.lows(x, y),
      l23 = W.lows(z, zero),
      h01 = W.highs(x, y),
      h23 = W.highs(z, zero);
    const twist = group.twistImpulse;
    Lane.store(world, group, 0, i32x4.extract_lane(ids, 0), W.first(l01, l23), f32x4.extract_lane(twist, 0));
    Lane.store(world, group, 4, i32x4.extract_lane(ids, 1), W.second(l01, l23), f32x4.extract_lane(twist, 1));
    Lane.store(world, group, 8, i32x4.extract_lane(ids, 2), W.first(h01, h23), f32x4.extract_lane(twist, 2));
    Lane.store(world, group, 12, i32x4.extract_lane(ids, 3), W.second(h01, h23), f32x4.extract_lane(twist, 3));
  }
}

class Lane {
  /** Tells the next plan whether a contact is idle. */
  // @ts-ignore: decorator
  @inline static mark(id: i32, mover: i32, idle: i32): void {
    if (id != NONE) Movers.mark(mover as usize, idle != 0);
  }

  /** `byte`: offset of the contact's lane. */
  // @ts-ignore: decorator
  @inline static store(world: World, group: ContactGroup, byte: usize, id: i32, friction: v128, twist: f32): void {
    if (id == NONE) return;
    const contact = changetype<Contact>(world.contacts.at(id));
    contact.frictionImpulse = friction;
    store<f32>(changetype<usize>(contact) + offsetof<Contact>('normal'), twist, 12);
    if ((group.features & GroupFeature.ROLLS) != 0) {
      const rare = changetype<usize>(group.rare) + byte;
      const rolling = changetype<usize>(contact) + offsetof<Contact>('rollingImpulse');
      store<f32>(rolling, load<f32>(rare, offsetof<RareRows>('rollingX')));
      store<f32>(rolling, load<f32>(rare, offsetof<RareRows>('rollingY')), 4);
      store<f32>(rolling, load<f32>(rare, offsetof<RareRows>('rollingZ')), 8);
    }
    const rows = changetype<usize>(group.point(0)) + byte;
    const point = changetype<usize>(contact) + CONTACT_POINTS;
    for (let i = 0, n = group.pointCount; i < n; i++) {
      const impulse = load<f32>(rows + (i as usize) * offsetof<PointRows>(), offsetof<PointRows>('impulse'));
      store<f32>(point + (i as usize) * POINT_STRIDE, impulse, 12);
    }
  }
}

/** Contacts that report events and were pressed at all after a fast approach. */
function findHits(world: World, context: WorkerContext, group: ContactGroup): void {
  const limit = -world.hitSpeedThreshold;
  for (let lane = 0; lane < 4; lane++) {
    const byte = (lane as usize) << 2;
    const id = load<i32>(changetype<usize>(group) + offsetof<ContactGroup>('contacts') + byte);
    if (id == NONE) return;
    const contact = changetype<Contact>(world.contacts.at(id));
    if ((contact.flags & ContactFlag.EVENTS) == 0) continue;
    for (let i = 0; i < contact.pointCount; i++) {
      const impact = changetype<usize>(group.rare.impact(i)) + byte;
      if (load<f32>(impact, offsetof<ImpactRows>('maxImpulse')) <= 0) continue;
      const approach = load<f32>(impact, offsetof<ImpactRows>('approach'));
      if (approach >= limit) continue;
      // A pair is reported once, by its first manifold.
      context.hitBits.set(contact.owner);
      contact.hitSpeed = max(contact.hitSpeed, -approach);
    }
  }
}
