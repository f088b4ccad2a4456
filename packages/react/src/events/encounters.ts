import type { Body, ColliderPair, ContactEvent, SensorEvent, World } from '@atoll/engine';

type PairEvent = ContactEvent | SensorEvent;

/** Which pairs of colliders: those that touch, or those that overlap where one of them is a sensor. */
export type PairKind = 'contacts' | 'overlaps';

const kinds = {
  contacts: { begin: 'contactbegin', end: 'contactend' },
  overlaps: { begin: 'sensorenter', end: 'sensorexit' },
} as const;

/** The pairs of a body as they are after the step whose events are delivered. */
const pairsOf = (world: World, kind: PairKind, body: Body): ReadonlySet<ColliderPair> =>
  kind === 'contacts' ? world.contactsOf(body) : world.overlapsOf(body);

/** The body itself, rather than one of its colliders. */
export const BODY = -1;

/** Who hears of pairs, told in parts: a part meets bodies, and parts from them. */
interface Hearer<Part> {
  readonly kind: PairKind;
  /** Of what the pair says something, and whom it is with there. */
  sidesOf(pair: ColliderPair): readonly (readonly [part: Part, other: Body])[];
  /** The body that a part is, or belongs to. */
  bodyOf(part: Part): Body;
  hear(enters: boolean, event: PairEvent, part: Part): void;
}

/**
 * Turns what pairs of colliders say into what pairs of bodies say. Two bodies are together while any of their colliders are. What
 * the pairs do within one step counts by its result: a body that slides from one collider to the next neither leaves nor enters.
 */
class Encounters<Part> {
  /** Whom each part is together with. */
  private readonly together = new Map<Part, Set<Body>>();

  constructor(
    private readonly world: World,
    private readonly hearer: Hearer<Part>,
  ) {}

  /** Takes the pairs of `bodies` for told: those that are there before anybody hears, or since a snapshot was restored. */
  know(bodies: Iterable<Body>): void {
    this.together.clear();
    for (const body of bodies) {
      for (const pair of pairsOf(this.world, this.hearer.kind, body)) {
        for (const [part, other] of this.hearer.sidesOf(pair)) this.metBy(part).add(other);
      }
    }
  }

  begin(event: PairEvent): void {
    for (const [part, other] of this.hearer.sidesOf(event)) {
      const met = this.metBy(part);
      if (met.has(other)) continue;
      met.add(other);
      this.hearer.hear(true, event, part);
    }
  }

  end(event: PairEvent): void {
    for (const [part, other] of this.hearer.sidesOf(event)) {
      const met = this.metBy(part);
      if (!met.has(other) || this.areTogether(part, other)) continue;
      met.delete(other);
      if (met.size === 0) this.together.delete(part);
      this.hearer.hear(false, event, part);
    }
  }

  private areTogether(part: Part, other: Body): boolean {
    const { world, hearer } = this;
    const [own, theirs] = [hearer.bodyOf(part), other].map((body) => pairsOf(world, hearer.kind, body)) as [
      ReadonlySet<ColliderPair>,
      ReadonlySet<ColliderPair>,
    ];
    // A ground that thousands of bodies lie on: the other one has fewer.
    for (const pair of own.size < theirs.size ? own : theirs) {
      if (hearer.sidesOf(pair).some(([each, met]) => each === part && met === other)) return true;
    }
    return false;
  }

  private metBy(part: Part): Set<Body> {
    let met = this.together.get(part);
    if (!met) this.together.set(part, (met = new Set()));
    return met;
  }
}

/**
 * Hears whom `body`, and each of its colliders, meets and parts from: `part` is the place of the collider, or `BODY`. Returns what
 * ends that.
 */
export function meetingsOf(
  world: World,
  body: Body,
  kind: PairKind,
  hear: (enters: boolean, event: PairEvent, part: number) => void,
): () => void {
  const encounters = new Encounters<number>(world, {
    kind,
    sidesOf({ bodyA, colliderA, bodyB, colliderB }) {
      if (bodyA !== body && bodyB !== body) return [];
      const [other, collider] = bodyA === body ? [bodyB, colliderA] : [bodyA, colliderB];
      return [
        [BODY, other],
        [collider, other],
      ];
    },
    bodyOf: () => body,
    hear,
  });
  return hearing(encounters, world, body, kind, () => [body]);
}

/** Hears which bodies of the world meet and part, each two once, and told from the same one of them. Returns what ends that. */
export function meetingsIn(
  world: World,
  kind: PairKind,
  hear: (enters: boolean, event: PairEvent, target: Body) => void,
): () => void {
  const encounters = new Encounters<Body>(world, {
    kind,
    // The same way round for all pairs of two bodies.
    sidesOf: ({ bodyA, bodyB }) => [bodyA.handle < bodyB.handle ? [bodyA, bodyB] : [bodyB, bodyA]],
    bodyOf: (body) => body,
    hear,
  });
  return hearing(encounters, world, world, kind, () => world.bodies);
}

/** Who raises events of pairs: a body its own, the world all. */
interface Teller {
  on(type: PairEvent['type'], listener: (event: PairEvent) => void): () => void;
}

/** Tells of what `teller` raises, from the pairs of `bodies` on. Returns what ends that. */
function hearing<Part>(
  encounters: Encounters<Part>,
  world: World,
  teller: Teller,
  kind: PairKind,
  bodies: () => Iterable<Body>,
): () => void {
  const know = (): void => encounters.know(bodies());
  know();
  const ends = [
    teller.on(kinds[kind].begin, (event) => encounters.begin(event)),
    teller.on(kinds[kind].end, (event) => encounters.end(event)),
    world.on('restore', know),
  ];
  return () => ends.forEach((end) => end());
}
