import { World } from '../world/world';
import { BodyFlag, ProblemCode } from '../generated/layout';
import { Events } from '../io/events';
import { detach } from './lifecycle';
import { Bodies } from './body';

/** Takes bodies whose state was not finite out of the simulation, at their last good pose, and reports them. */
export function quarantine(world: World): void {
  let found = false;
  for (let worker = 0; worker < world.workers; worker++) {
    const context = world.context(worker);
    if (context.nonFinite != 0) found = true;
    context.nonFinite = 0;
  }
  if (!found) return;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0 || body.nonFinite == 0) continue;
    body.nonFinite = 0;
    detach(world, i);
    body.flags &= ~BodyFlag.Enabled;
    Events.problem(world, ProblemCode.NonFinite, body.handle);
  }
}
