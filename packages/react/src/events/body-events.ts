import type { Body, ContactEvent, ContactPoint, SensorEvent, World } from '@atoll/engine';
import { Encounters } from './encounters.js';
import type { BodyEventHandlers, ColliderEventHandlers, InstanceOrigin } from './types.js';

/** Subscriptions, and the handlers that need them. */
const needs = {
  contacts: ['onCollisionEnter', 'onCollisionExit'],
  overlaps: ['onIntersectionEnter', 'onIntersectionExit'],
  hits: ['onHit'],
  forces: ['onContactForce'],
  sleep: ['onSleep'],
  wake: ['onWake'],
} as const satisfies Record<string, readonly (keyof BodyEventHandlers)[]>;
type Need = keyof typeof needs;
const allNeeds = Object.keys(needs) as Need[];

/** Who has handlers, as of now. */
export interface EventSource {
  /** Of the body itself. */
  handlers(): BodyEventHandlers;
  /** Of the collider components, by the places of their colliders. */
  colliderHandlers?(): readonly (ColliderEventHandlers | undefined)[];
  /** What an event says of the instance that it is about. */
  origin?(): InstanceOrigin;
}

/** Subscriptions of one body: one for each kind that has a handler, whichever function that is at the time. */
export class BodyEvents {
  private readonly ends = new Map<Need, () => void>();

  constructor(
    private readonly world: World,
    private readonly body: Body,
    private readonly source: EventSource,
  ) {}

  /** Follows which events have a handler now. */
  update(): void {
    const handlers: BodyEventHandlers = this.source.handlers();
    const colliders: readonly (BodyEventHandlers | undefined)[] = this.source.colliderHandlers?.() ?? [];
    for (const need of allNeeds) {
      const wanted = needs[need].some((name) => handlers[name] || colliders.some((collider) => collider?.[name]));
      const end = this.ends.get(need);
      if (wanted && !end) this.ends.set(need, this.subscribe(need));
      else if (!wanted && end) {
        end();
        this.ends.delete(need);
      }
    }
  }

  end(): void {
    for (const end of this.ends.values()) end();
    this.ends.clear();
  }

  private subscribe(need: Need): () => void {
    const { world, body } = this;
    switch (need) {
      case 'contacts': {
        const encounters = new Encounters(body, {
          begin: 'contactbegin',
          end: 'contactend',
          pairsOf: (other) => world.contactsOf(other),
          hear: (enters, event, collider) =>
            this.tell(enters ? 'onCollisionEnter' : 'onCollisionExit', event, collider),
        });
        return () => encounters.stop();
      }
      case 'overlaps': {
        const encounters = new Encounters(body, {
          begin: 'sensorenter',
          end: 'sensorexit',
          pairsOf: (other) => world.overlapsOf(other),
          hear: (enters, event, collider) =>
            this.tell(enters ? 'onIntersectionEnter' : 'onIntersectionExit', event, collider),
        });
        return () => encounters.stop();
      }
      case 'hits':
        return body.on('contacthit', (event) => this.tellBoth('onHit', event));
      case 'forces':
        return body.on('contactforce', (event) => this.tellBoth('onContactForce', event));
      case 'sleep':
      case 'wake':
        return body.on(need, ({ type, step }) => {
          const handlers = this.source.handlers();
          const handler = need === 'sleep' ? handlers.onSleep : handlers.onWake;
          handler?.({ target: body, type, step, ...this.source.origin?.() });
        });
    }
  }

  private tellBoth(name: 'onHit' | 'onContactForce', event: ContactEvent): void {
    this.tell(name, event, undefined);
    this.tell(name, event, event.bodyA === this.body ? event.colliderA : event.colliderB);
  }

  /** Calls the handler of the body, or of one of its colliders. */
  private tell(
    name: keyof ColliderEventHandlers,
    event: ContactEvent | SensorEvent,
    collider: number | undefined,
  ): void {
    const { source } = this;
    const handlers: ColliderEventHandlers | undefined =
      collider === undefined ? source.handlers() : source.colliderHandlers?.()[collider];
    const handler = handlers?.[name] as ((event: unknown) => void) | undefined;
    handler?.({ ...told(event, this.body), ...source.origin?.() });
  }
}

/** The event as `target` sees it. */
function told(event: ContactEvent | SensorEvent, target: Body): object {
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
