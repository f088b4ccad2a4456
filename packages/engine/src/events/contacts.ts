import type { Body } from '../body/body.js';
import type { ColliderPair } from './types.js';

/** Two colliders that touch, from their `contactbegin` to their `contactend`. */
export type ContactPair = ColliderPair;

const EMPTY: ReadonlySet<ContactPair> = new Set();

interface Touching {
  readonly pairs: Set<ContactPair>;
  /** The pairs in which this body is A, by `keyOf`. */
  readonly byKey: Map<number, ContactPair>;
}

/** Which colliders touch, kept from begin and end events. */
export class ContactSets {
  private readonly ofBody = new Map<Body, Touching>();

  /** Live: the same set changes as contacts come and go. */
  of(body: Body): ReadonlySet<ContactPair> {
    return body.isValid ? this.touching(body).pairs : EMPTY;
  }

  /** False when it was known already. */
  begin(bodyA: Body, colliderA: number, bodyB: Body, colliderB: number): boolean {
    const a = this.touching(bodyA);
    const key = keyOf(bodyB, colliderA, colliderB);
    if (a.byKey.has(key)) return false;
    const pair: ContactPair = { bodyA, colliderA, bodyB, colliderB };
    a.byKey.set(key, pair);
    a.pairs.add(pair);
    this.touching(bodyB).pairs.add(pair);
    return true;
  }

  /** False when it was not known. */
  end(bodyA: Body, colliderA: number, bodyB: Body, colliderB: number): boolean {
    const key = keyOf(bodyB, colliderA, colliderB);
    const pair = this.ofBody.get(bodyA)?.byKey.get(key);
    if (!pair) return false;
    this.drop(pair);
    return true;
  }

  /** Ends all contacts of a body that goes away. Returns the bodies that it touched. */
  forget(body: Body): readonly Body[] {
    const touching = this.ofBody.get(body);
    if (!touching) return [];
    const others = new Set<Body>();
    for (const pair of [...touching.pairs]) {
      others.add(pair.bodyA === body ? pair.bodyB : pair.bodyA);
      this.drop(pair);
    }
    this.ofBody.delete(body);
    return [...others];
  }

  private drop(pair: ContactPair): void {
    const a = this.ofBody.get(pair.bodyA);
    a?.byKey.delete(keyOf(pair.bodyB, pair.colliderA, pair.colliderB));
    a?.pairs.delete(pair);
    this.ofBody.get(pair.bodyB)?.pairs.delete(pair);
  }

  private touching(body: Body): Touching {
    let touching = this.ofBody.get(body);
    if (!touching) this.ofBody.set(body, (touching = { pairs: new Set(), byKey: new Map() }));
    return touching;
  }
}

/** 31 bits of handle and 11 of each ordinal: exact in a double. */
const keyOf = (bodyB: Body, colliderA: number, colliderB: number): number =>
  bodyB.handle * 2 ** 22 + colliderA * 2 ** 11 + colliderB;
