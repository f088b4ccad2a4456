import { World } from '../world/world';
import { Contact, CONTACT_HEADER, ContactFlag, POINT_SIZE } from '../contacts/contact';
import { ContactGroup, PointRows } from './contact-group';
import { NONE } from '../constants';

/** Reads: constraint groups. Writes: impulses of the contacts, for the next step and for events; the worker's hit bits. Items: groups. */
export function storeImpulses(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  const hitSpeed = -world.hitSpeedThreshold;
  for (let index = start; index < end; index++) {
    const group = changetype<ContactGroup>(world.groups.at(index));
    for (let lane = 0; lane < 4; lane++) {
      const byte = (lane as usize) << 2;
      const id = load<i32>(changetype<usize>(group) + offsetof<ContactGroup>('contacts') + byte);
      if (id == NONE) break;
      const contact = changetype<Contact>(world.contacts.at(id));
      const base = changetype<usize>(group) + byte;
      const f1 = load<f32>(base, offsetof<ContactGroup>('frictionImpulse1')),
        f2 = load<f32>(base, offsetof<ContactGroup>('frictionImpulse2'));
      const nx = load<f32>(base, offsetof<ContactGroup>('normalX')),
        ny = load<f32>(base, offsetof<ContactGroup>('normalY')),
        nz = load<f32>(base, offsetof<ContactGroup>('normalZ'));
      const tx = load<f32>(base, offsetof<ContactGroup>('tangentX')),
        ty = load<f32>(base, offsetof<ContactGroup>('tangentY')),
        tz = load<f32>(base, offsetof<ContactGroup>('tangentZ'));
      const friction = changetype<usize>(contact) + offsetof<Contact>('frictionImpulse');
      store<f32>(friction, tx * f1 + (ny * tz - nz * ty) * f2);
      store<f32>(friction, ty * f1 + (nz * tx - nx * tz) * f2, 4);
      store<f32>(friction, tz * f1 + (nx * ty - ny * tx) * f2, 8);
      store<f32>(
        changetype<usize>(contact) + offsetof<Contact>('normal'),
        load<f32>(base, offsetof<ContactGroup>('twistImpulse')),
        12,
      );
      const rolling = changetype<usize>(contact) + offsetof<Contact>('rollingImpulse');
      store<f32>(rolling, load<f32>(base, offsetof<ContactGroup>('rollingX')));
      store<f32>(rolling, load<f32>(base, offsetof<ContactGroup>('rollingY')), 4);
      store<f32>(rolling, load<f32>(base, offsetof<ContactGroup>('rollingZ')), 8);
      const reports = (contact.flags & ContactFlag.EVENTS) != 0;
      for (let i = 0; i < contact.pointCount; i++) {
        const rows = changetype<usize>(group.point(i)) + byte;
        const point = changetype<usize>(contact) + CONTACT_HEADER + (i as usize) * POINT_SIZE;
        store<f32>(point, load<f32>(rows, offsetof<PointRows>('impulse')), 28);
        const most = load<f32>(rows, offsetof<PointRows>('maxImpulse'));
        store<f32>(point, most, 44);
        if (reports && most > 0) {
          const approach = load<f32>(rows, offsetof<PointRows>('approach'));
          if (approach < hitSpeed) {
            context.hitBits.set(id);
            contact.hitSpeed = max(contact.hitSpeed, -approach);
          }
        }
      }
    }
  }
}
