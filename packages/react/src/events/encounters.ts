import type { Body, ColliderPair, ContactEvent, SensorEvent } from '@atoll/engine';

type PairEvent = ContactEvent | SensorEvent;

/** The body itself, rather than one of its colliders. */
const BODY = -1;

export interface EncounterOptions {
  readonly begin: 'contactbegin' | 'sensorenter';
  readonly end: 'contactend' | 'sensorexit';
  /** The pairs of a body as they are after the step whose events are delivered. */
  readonly pairsOf: (body: Body) => ReadonlySet<ColliderPair>;
  /** The body, or its collider at that place, met another body or parted from it. */
  readonly hear: (enters: boolean, event: PairEvent, collider: number | undefined) => void;
}

/**
 * Turns what pairs of colliders say into what pairs of bodies say. Two bodies are together while any of their colliders are. What
 * the pairs do within one step counts by its result: a body that slides from one collider to the next neither leaves nor enters.
 */
export class Encounters {
  /** Whom the body, or one of its colliders, is together with. */
  private readonly together = new Map<number, Set<Body>>();
  private readonly ends: (() => void)[];

  constructor(
    private readonly body: Body,
    private readonly options: EncounterOptions,
  ) {
    for (const pair of options.pairsOf(body)) {
      const { other, collider } = sideOf(pair, body);
      this.metBy(BODY).add(other);
      this.metBy(collider).add(other);
    }
    this.ends = [
      body.on(options.begin, (event) => this.begin(event)),
      body.on(options.end, (event) => this.end(event)),
    ];
  }

  stop(): void {
    for (const end of this.ends) end();
  }

  private begin(event: PairEvent): void {
    const { other, collider } = sideOf(event, this.body);
    for (const part of [BODY, collider]) {
      const met = this.metBy(part);
      if (met.has(other)) continue;
      met.add(other);
      this.options.hear(true, event, part === BODY ? undefined : part);
    }
  }

  private end(event: PairEvent): void {
    const { other, collider } = sideOf(event, this.body);
    for (const part of [BODY, collider]) {
      const met = this.metBy(part);
      if (!met.has(other) || this.areTogether(other, part)) continue;
      met.delete(other);
      this.options.hear(false, event, part === BODY ? undefined : part);
    }
  }

  private areTogether(other: Body, part: number): boolean {
    const { body } = this;
    const [own, theirs] = [this.options.pairsOf(body), this.options.pairsOf(other)];
    // A ground that thousands of bodies lie on: the other one has fewer.
    for (const pair of own.size < theirs.size ? own : theirs) {
      if (pair.bodyA !== body && pair.bodyB !== body) continue;
      const side = sideOf(pair, body);
      if (side.other === other && (part === BODY || side.collider === part)) return true;
    }
    return false;
  }

  private metBy(part: number): Set<Body> {
    let met = this.together.get(part);
    if (!met) this.together.set(part, (met = new Set()));
    return met;
  }
}

function sideOf({ bodyA, colliderA, bodyB, colliderB }: ColliderPair, body: Body): { other: Body; collider: number } {
  return bodyA === body ? { other: bodyB, collider: colliderA } : { other: bodyA, collider: colliderB };
}
