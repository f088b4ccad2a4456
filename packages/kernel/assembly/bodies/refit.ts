import { World } from '../world/world';
import { BodyFlag, ColliderSettings } from '../generated/layout';
import { mixSurfaces } from '../contacts/lifecycle';
import { Contacts } from '../contacts/contact';
import { wakeBody } from '../islands/sleep';
import { Geometries } from '../shapes/geometry';
import { Spin } from '../solver/spin';
import { Q } from '../math/quat';
import { V } from '../math/vec';
import { NONE } from '../constants';
import { Bodies } from './body';
import { Colliders } from './collider';
import { applyMass, setSurface, wakeTouching } from './lifecycle';

/** Whether a body with another centre of mass, m, would be seen from elsewhere by its contacts. */
export function movesCenter(world: World, index: i32, center: usize): bool {
  const old = Bodies.sim(world, index).localCenter;
  return load<f32>(center) != V.x(old) || load<f32>(center, 4) != V.y(old) || load<f32>(center, 8) != V.z(old);
}

/** Other flags, `Enabled` apart, for a body that stays where it is: contacts, joints and islands go on. */
export function reflag(world: World, index: i32, flags: u32): void {
  Bodies.body(world, index).flags = flags;
  Bodies.sim(world, index).flags = flags;
}

/** What `setMass` and `reflag` say is in force at once. What the body touches goes on. */
export function reweigh(world: World, index: i32): void {
  applyMass(world, index);
  Spin.turn(Bodies.sim(world, index), V.zero());
}

/** Whether a change of flags leaves the body in its sets. */
export function staysIn(world: World, index: i32, flags: u32): bool {
  return ((Bodies.body(world, index).flags ^ flags) & BodyFlag.Enabled) == 0;
}

/** Whether the `count` records are the colliders that the body has, apart from their surfaces. */
export function keepsShapes(world: World, index: i32, records: usize, count: i32): bool {
  const body = Bodies.body(world, index);
  if (body.colliderCount != count) return false;
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) {
    const collider = Colliders.at(world, id);
    const at = records + (collider.ordinal as usize) * ColliderSettings.STRIDE;
    const settings = changetype<ColliderSettings>(at);
    if (
      collider.shape != settings.shape ||
      collider.flags != settings.flags ||
      collider.memberships != settings.memberships ||
      collider.filter != settings.filter ||
      collider.rounding != settings.rounding ||
      collider.geometry != (settings.geometry == 0 ? 0 : Geometries.address(world, (settings.geometry - 1) as i32)) ||
      differs(collider.localPosition, V.xyz(v128.load(at + offsetof<ColliderSettings>('positionX')))) ||
      differs(collider.localRotation, Q.normalize(v128.load(at + offsetof<ColliderSettings>('rotationX')))) ||
      differs(collider.size, V.xyz(v128.load(at + offsetof<ColliderSettings>('sizeX'))))
    )
      return false;
  }
  return true;
}

/** The surfaces of the records for colliders that stay: contacts go on with them, and what sleeps in touch wakes. */
export function resurface(world: World, index: i32, records: usize): void {
  const body = Bodies.body(world, index);
  wakeBody(world, index);
  wakeTouching(world, index);
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) {
    const collider = Colliders.at(world, id);
    setSurface(collider, records + (collider.ordinal as usize) * ColliderSettings.STRIDE);
  }
  for (let edge = body.contactHead; edge != NONE;) {
    const contact = Contacts.at(world, edge >> 1);
    for (let id = edge >> 1; id != NONE; id = Contacts.at(world, id).sibling)
      mixSurfaces(
        Contacts.at(world, id),
        Colliders.at(world, contact.colliderA),
        Colliders.at(world, contact.colliderB),
      );
    edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
  }
}

function differs(a: v128, b: v128): bool {
  return v128.any_true(f32x4.ne(a, b));
}
