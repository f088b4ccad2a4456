import type { Core } from '../world/core.js';
import { Body } from '../body/body.js';
import { Joint } from '../joint/joint.js';
import type { JointSettings } from '../joint/settings.js';
import type { PageState } from './page-state.js';

/** The page's side of a restored snapshot: objects that are in both live on, the others are gone, or made. */
export function adoptState(core: Core, state: PageState): void {
  const bodies = new Map<number, Body>();
  const before = [...core.joints];
  for (const [handle, saved] of state.bodies) {
    const { settings } = core.sharedSettings.of(saved);
    const body = core.bodies.get(handle) ?? new Body(core, handle, settings);
    body.reload(settings);
    bodies.set(handle, body);
  }
  for (const body of core.bodies) if (!bodies.has(body.handle)) body.vanish();
  core.bodies.load(state.bodyHandles, bodies);
  const joints = new Map<number, Joint>();
  for (const [handle, saved] of state.joints) {
    const find = (handle: number | null): Body | null => (handle === null ? null : bodies.get(handle)!);
    const settings: JointSettings = { ...saved, bodyA: find(saved.bodyA), bodyB: find(saved.bodyB) };
    const joint = core.joints.get(handle);
    if (joint) joint.reload(settings);
    joints.set(handle, joint ?? new Joint(core, handle, settings));
  }
  for (const joint of before) if (!joints.has(joint.handle)) joint.reload(undefined);
  core.joints.load(state.jointHandles, joints);
  core.geometries.load(
    state.geometries,
    [...bodies.values()].flatMap(({ colliders }) => colliders),
  );
  core.restart(bodies.values());
}
