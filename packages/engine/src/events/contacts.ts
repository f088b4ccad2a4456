import type { Body } from '../body/body.js';
import type { ColliderPair } from './types.js';

/** Two colliders that touch, from their `contactbegin` to their `contactend`. */
export type ContactPair = ColliderPair;

const EMPTY: ReadonlySet<ContactPair> = new Set();

class Pair implements ContactPair {
  /** Places in the lists of the two bodies. */
  placeA = 0;
  placeB = 0;

  constructor(
    readonly bodyA: Body,
    readonly colliderA: number,
    readonly bodyB: Body,
    readonly colliderB: number,
  ) {}
}

/** What one body touches. */
class Touching {
  readonly pairs: Pair[] = [];
  /** Only where somebody asked: most bodies are never asked about. */
  set: Set<ContactPair> | undefined;

  constructor(readonly body: Body) {}

  add(pair: Pair): void {
    this.place(pair, this.pairs.length);
    this.pairs.push(pair);
    this.set?.add(pair);
  }

  remove(pair: Pair): void {
    const last = this.pairs.pop()!;
    if (last !== pair) {
      const at = pair.bodyA === this.body ? pair.placeA : pair.placeB;
      this.pairs[at] = last;
      this.place(last, at);
    }
    this.set?.delete(pair);
  }

  private place(pair: Pair, at: number): void {
    if (pair.bodyA === this.body) pair.placeA = at;
    else pair.placeB = at;
  }
}

/** Which colliders touch, kept from begin and end events. */
export class ContactSets {
  /** By body index. */
  private readonly bodies: (Touching | undefined)[] = [];

  /** Live: the same set changes as contacts come and go. */
  of(body: Body): ReadonlySet<ContactPair> {
    if (!body.isValid) return EMPTY;
    const touching = this.touching(body);
    return (touching.set ??= new Set(touching.pairs));
  }

  /** False when it was known already. */
  begin(bodyA: Body, colliderA: number, bodyB: Body, colliderB: number): boolean {
    const a = this.touching(bodyA);
    const b = this.touching(bodyB);
    if (find(a, b, colliderA, colliderB)) return false;
    const pair = new Pair(bodyA, colliderA, bodyB, colliderB);
    a.add(pair);
    b.add(pair);
    return true;
  }

  /** False when it was not known. */
  end(bodyA: Body, colliderA: number, bodyB: Body, colliderB: number): boolean {
    const a = this.touching(bodyA);
    const b = this.touching(bodyB);
    const pair = find(a, b, colliderA, colliderB);
    if (!pair) return false;
    a.remove(pair);
    b.remove(pair);
    return true;
  }

  /** Ends all contacts of a body that goes away. Returns the bodies that it touched. */
  forget(body: Body): readonly Body[] {
    const touching = this.bodies[body.index];
    if (touching?.body !== body) return [];
    const others = new Set<Body>();
    for (const pair of touching.pairs) {
      const other = pair.bodyA === body ? pair.bodyB : pair.bodyA;
      others.add(other);
      this.touching(other).remove(pair);
    }
    touching.set?.clear();
    this.bodies[body.index] = undefined;
    return [...others];
  }

  private touching(body: Body): Touching {
    const touching = this.bodies[body.index];
    return touching?.body === body ? touching : (this.bodies[body.index] = new Touching(body));
  }
}

/** Looks through the shorter list: a ground may touch thousands, what lies on it a few. */
function find(a: Touching, b: Touching, colliderA: number, colliderB: number): Pair | undefined {
  const { pairs } = a.pairs.length < b.pairs.length ? a : b;
  for (const pair of pairs) {
    if (pair.bodyA === a.body && pair.bodyB === b.body && pair.colliderA === colliderA && pair.colliderB === colliderB)
      return pair;
  }
  return undefined;
}
