import type {
  Body,
  BodyEventType,
  ContactEvent,
  ContactPoint,
  SensorEvent,
  SleepEvent,
  WorldEvents,
} from '@atoll/engine';

/** Two colliders meet or part. Told from the body that has the handler: `normal`s point from `target` to `other`. */
export interface CollisionEvent {
  readonly target: Body;
  readonly other: Body;
  /** Places in `target.colliders` and `other.colliders`. */
  readonly targetCollider: number;
  readonly otherCollider: number;
  /** Where they touch. Empty when they part. */
  readonly points: readonly ContactPoint[];
  readonly step: number;
}

/** A collider enters or leaves a sensor. */
export type IntersectionEvent = Omit<CollisionEvent, 'points'>;

/** Events of a body as props. Their identity may change on each render. */
export interface BodyEventHandlers {
  /** Two colliders begin to touch. */
  onCollisionEnter?: ((event: CollisionEvent) => void) | undefined;
  /** They touch no more. */
  onCollisionExit?: ((event: CollisionEvent) => void) | undefined;
  /** One of two overlapping colliders is a sensor. */
  onIntersectionEnter?: ((event: IntersectionEvent) => void) | undefined;
  onIntersectionExit?: ((event: IntersectionEvent) => void) | undefined;
  onSleep?: ((event: SleepEvent) => void) | undefined;
  onWake?: ((event: SleepEvent) => void) | undefined;
}

type Kind = keyof BodyEventHandlers;

const types: Readonly<Record<Kind, BodyEventType>> = {
  onCollisionEnter: 'contactbegin',
  onCollisionExit: 'contactend',
  onIntersectionEnter: 'sensorenter',
  onIntersectionExit: 'sensorexit',
  onSleep: 'sleep',
  onWake: 'wake',
};
const kinds = Object.keys(types) as Kind[];

/** Subscriptions of one body: one for each event that has a handler, whichever function that is at the time. */
export class BodyEvents {
  private readonly ends = new Map<Kind, () => void>();

  constructor(
    private readonly body: Body,
    private readonly handlers: () => BodyEventHandlers,
  ) {}

  /** Follows which events have a handler now. */
  update(): void {
    const handlers = this.handlers();
    for (const kind of kinds) {
      const end = this.ends.get(kind);
      if (handlers[kind] && !end) this.ends.set(kind, this.subscribe(kind));
      else if (!handlers[kind] && end) {
        end();
        this.ends.delete(kind);
      }
    }
  }

  end(): void {
    for (const end of this.ends.values()) end();
    this.ends.clear();
  }

  private subscribe(kind: Kind): () => void {
    return this.body.on(types[kind], (event) => {
      const handler = this.handlers()[kind] as ((event: unknown) => void) | undefined;
      handler?.(told(event, this.body));
    });
  }
}

/** The event as `target` sees it. */
function told(event: WorldEvents[BodyEventType], target: Body): CollisionEvent | IntersectionEvent | SleepEvent {
  if (event.type === 'sleep' || event.type === 'wake') return event;
  const { bodyA, colliderA, bodyB, colliderB, step } = event as ContactEvent | SensorEvent;
  const isA = bodyA === target;
  const sides = isA
    ? { target, other: bodyB, targetCollider: colliderA, otherCollider: colliderB, step }
    : { target, other: bodyA, targetCollider: colliderB, otherCollider: colliderA, step };
  if (!('points' in event)) return sides;
  const points = isA
    ? event.points
    : event.points.map(({ normal: [x, y, z], ...point }) => ({ ...point, normal: [-x, -y, -z] as const }));
  return { ...sides, points };
}
