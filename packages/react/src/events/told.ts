import type { Body, ContactEvent, ContactPoint, SensorEvent } from '@atoll/engine';

/** The event as `target` sees it. */
export function told(event: ContactEvent | SensorEvent, target: Body): object {
  const { bodyA, colliderA, bodyB, colliderB, step } = event;
  const isA = bodyA === target;
  const sides = isA
    ? { target, other: bodyB, targetCollider: colliderA, otherCollider: colliderB, step }
    : { target, other: bodyA, targetCollider: colliderB, otherCollider: colliderA, step };
  if (!('points' in event)) return sides;
  const points = isA ? event.points : event.points.map(turned);
  const { speed, force } = event;
  return { ...sides, points, ...(speed !== undefined && { speed }), ...(force !== undefined && { force }) };
}

const turned = ({ normal: [x, y, z], ...point }: ContactPoint): ContactPoint => ({ ...point, normal: [-x, -y, -z] });
