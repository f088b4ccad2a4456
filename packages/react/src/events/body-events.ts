import type { Body, ContactEvent, SensorEvent, World } from '@atoll/engine';
import { BODY, meetingsOf, type PairKind } from './encounters.js';
import { told } from './told.js';
import type { BodyEventHandlers, InstanceOrigin } from './types.js';

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
  colliderHandlers?(): readonly (BodyEventHandlers | undefined)[];
  /** Called where it hears of pairs; what it returns ends that. */
  hearPairs?(): () => void;
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
    const handlers = this.source.handlers();
    const colliders = this.source.colliderHandlers?.() ?? [];
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
    const { body } = this;
    switch (need) {
      case 'contacts':
      case 'overlaps':
        return this.meet(need);
      case 'hits':
        return body.on('contacthit', (event) => this.tellBoth('onHit', event));
      case 'forces':
        return body.on('contactforce', (event) => this.tellBoth('onContactForce', event));
      case 'sleep':
      case 'wake':
        return body.on(need, ({ type, step }) => {
          const name = need === 'sleep' ? 'onSleep' : 'onWake';
          const event = { target: body, type, step, ...this.source.origin?.() };
          const heard = [this.source.handlers(), ...(this.source.colliderHandlers?.() ?? [])];
          // Meshes of one component share its handlers.
          for (const handlers of new Set(heard)) handlers?.[name]?.(event);
        });
    }
  }

  private tellBoth(name: 'onHit' | 'onContactForce', event: ContactEvent): void {
    this.tell(name, event, undefined);
    this.tell(name, event, event.bodyA === this.body ? event.colliderA : event.colliderB);
  }

  private meet(kind: PairKind): () => void {
    const [onEnter, onExit] = needs[kind];
    const forget = this.source.hearPairs?.();
    const end = meetingsOf(this.world, this.body, kind, (enters, event, part) =>
      this.tell(enters ? onEnter : onExit, event, part === BODY ? undefined : part),
    );
    return () => {
      end();
      forget?.();
    };
  }

  /** Calls the handler of the body, or of one of its colliders. */
  private tell(name: keyof BodyEventHandlers, event: ContactEvent | SensorEvent, collider: number | undefined): void {
    const { source } = this;
    const handlers: BodyEventHandlers | undefined =
      collider === undefined ? source.handlers() : source.colliderHandlers?.()[collider];
    const handler = handlers?.[name] as ((event: unknown) => void) | undefined;
    handler?.({ ...told(event, this.body), ...source.origin?.() });
  }
}
