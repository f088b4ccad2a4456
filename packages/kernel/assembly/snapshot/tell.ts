import { World } from '../world/world';
import { Event, EventKind, Frame, JointReading, OutboxKind, Pose, PoseFlag, Velocity } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { ContactFlag, Contacts } from '../contacts/contact';
import { isSensed } from '../contacts/lifecycle';
import { Ring } from '../io/ring';
import { Joints } from '../joints/joint';
import { storeReading } from '../joints/store-joints';
import { V } from '../math/vec';
import { BodySet } from '../constants';

/** Writes the State record: where every body is, which sleep, what touches, and what joints bear. False where there is no memory for it. */
export function tellState(world: World): bool {
  // What the next frame was to tell when the state was saved is in what is told now.
  world.events.count = 0;
  world.eventPoints.count = 0;
  let poses = 0,
    events = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    if (Bodies.body(world, i).handle == 0) continue;
    poses++;
    if (Bodies.body(world, i).set == BodySet.ASLEEP) events++;
  }
  for (let i = 0; i < world.contacts.count; i++) if (isTold(world, i)) events++;
  const length =
    ((Frame.STRIDE as u32) +
      (poses as u32) * ((Pose.STRIDE + Velocity.STRIDE) as u32) +
      (events as u32) * (Event.STRIDE as u32) +
      (world.jointCount as u32) * (JointReading.STRIDE as u32) +
      15) &
    ~15;
  const address = Ring.reserve(world, length);
  if (address == 0) return false;
  memory.fill(address, 0, length);
  const frame = changetype<Frame>(address);
  frame.kind = OutboxKind.State;
  frame.byteLength = length;
  frame.step = world.stepCount;
  frame.poseCount = poses as u32;
  frame.commandCount = world.commandCount;
  frame.time = world.time;
  frame.eventCount = events as u32;
  frame.awakeBodyCount = world.awakeBodies.count as u32;
  frame.islandCount = world.islandCount as u32;
  frame.jointCount = world.jointCount as u32;
  let pose = address + Frame.STRIDE,
    velocity = pose + (poses as usize) * Pose.STRIDE,
    event = velocity + (poses as usize) * Velocity.STRIDE;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0) continue;
    const sim = Bodies.sim(world, i),
      state = Bodies.state(world, i);
    v128.store(pose, i32x4.replace_lane(sim.position, 3, i | (PoseFlag.Teleport as i32)));
    v128.store(pose, sim.rotation, 16);
    if (body.set == BodySet.AWAKE) {
      v128.store(velocity, V.xyz(state.linear));
      v128.store(velocity, V.xyz(state.angular), 16);
    }
    pose += Pose.STRIDE;
    velocity += Velocity.STRIDE;
    if (body.set != BodySet.ASLEEP) continue;
    changetype<Event>(event).kind = EventKind.Sleep;
    changetype<Event>(event).a = body.handle;
    event += Event.STRIDE;
  }
  for (let i = 0; i < world.contacts.count; i++) {
    if (!isTold(world, i)) continue;
    const contact = Contacts.at(world, i),
      told = changetype<Event>(event);
    told.kind = isSensed(contact) ? EventKind.SensorEnter : EventKind.ContactBegin;
    told.a = Bodies.body(world, contact.bodyA).handle;
    told.b = Bodies.body(world, contact.bodyB).handle;
    told.colliders =
      (Colliders.at(world, contact.colliderA).ordinal as u32) |
      ((Colliders.at(world, contact.colliderB).ordinal as u32) << 16);
    told.contact = i as u32;
    event += Event.STRIDE;
  }
  for (let i = 0, reading = event; i < world.joints.count; i++) {
    if (Joints.at(world, i).handle == 0) continue;
    storeReading(world, Joints.at(world, i), reading);
    reading += JointReading.STRIDE;
  }
  Ring.commit(world, length);
  return true;
}

function isTold(world: World, id: i32): bool {
  const contact = Contacts.at(world, id);
  const told = ContactFlag.LINKED | ContactFlag.EVENTS;
  return contact.key >> 32 != 0 && contact.owner == id && (contact.flags & told) == told;
}
