import type { Body } from '../body/body.js';
import type { ColliderPair } from './types.js';

/** Two colliders that touch, from their `contactbegin` to their `contactend`. */
export type ContactPair = ColliderPair;

const EMPTY: ReadonlySet<ContactPair> = new Set();
const NONE = -1;

/**
 * Which colliders touch, kept from begin and end events under the kernel's number of the contact. Objects are made only for bodies that
 * were asked about; the others are links between numbers, so that thousands of begins and ends a step leave nothing to collect.
 */
export class ContactSets {
  private bodyA: (Body | undefined)[] = [];
  private bodyB: (Body | undefined)[] = [];
  private pairs: (ContactPair | undefined)[] = [];
  /** Ordinal in A, and in B << 16. */
  private colliders = new Uint32Array(0);
  /** Lists of a body's contacts. An edge is contact * 2 + side: 0 for A, 1 for B. */
  private next = new Int32Array(0);
  private previous = new Int32Array(0);
  /** First edge by index of the body. */
  private heads = new Int32Array(0);
  private readonly observed = new Map<Body, Set<ContactPair>>();

  /** Whether some body's set is out, and has to change as soon as its contacts do. */
  get isObserved(): boolean {
    return this.observed.size > 0;
  }

  /** Live: the same set changes as contacts come and go. */
  of(body: Body): ReadonlySet<ContactPair> {
    if (!body.isValid) return EMPTY;
    let set = this.observed.get(body);
    if (!set) {
      set = new Set();
      for (let edge = this.head(body); edge !== NONE; edge = this.next[edge]!) set.add(this.pairOf(edge >> 1));
      this.observed.set(body, set);
    }
    return set;
  }

  /** False when it was known already. */
  begin(contact: number, bodyA: Body, bodyB: Body, colliders: number): boolean {
    if (this.bodyA[contact]) return false;
    this.reserve(contact, Math.max(bodyA.index, bodyB.index));
    this.bodyA[contact] = bodyA;
    this.bodyB[contact] = bodyB;
    this.colliders[contact] = colliders;
    this.link(bodyA, contact * 2);
    this.link(bodyB, contact * 2 + 1);
    this.observed.get(bodyA)?.add(this.pairOf(contact));
    this.observed.get(bodyB)?.add(this.pairOf(contact));
    return true;
  }

  /** False when it was not known. */
  end(contact: number, bodyA: Body, bodyB: Body): boolean {
    if (this.bodyA[contact] !== bodyA || this.bodyB[contact] !== bodyB) return false;
    this.drop(contact);
    return true;
  }

  /** Ends all contacts of a body that goes away. Returns the bodies that it touched. */
  forget(body: Body): readonly Body[] {
    const others = new Set<Body>();
    for (let edge = this.head(body); edge !== NONE; edge = this.head(body)) {
      others.add(((edge & 1) === 0 ? this.bodyB : this.bodyA)[edge >> 1]!);
      this.drop(edge >> 1);
    }
    this.observed.delete(body);
    return [...others];
  }

  private head(body: Body): number {
    return this.heads[body.index] ?? NONE;
  }

  private pairOf(contact: number): ContactPair {
    return (this.pairs[contact] ??= {
      bodyA: this.bodyA[contact]!,
      colliderA: this.colliders[contact]! & 0xffff,
      bodyB: this.bodyB[contact]!,
      colliderB: this.colliders[contact]! >>> 16,
    });
  }

  private drop(contact: number): void {
    const bodyA = this.bodyA[contact]!;
    const bodyB = this.bodyB[contact]!;
    const pair = this.pairs[contact];
    if (pair) {
      this.observed.get(bodyA)?.delete(pair);
      this.observed.get(bodyB)?.delete(pair);
    }
    this.unlink(bodyA, contact * 2);
    this.unlink(bodyB, contact * 2 + 1);
    this.bodyA[contact] = undefined;
    this.bodyB[contact] = undefined;
    this.pairs[contact] = undefined;
  }

  private link(body: Body, edge: number): void {
    const head = this.head(body);
    this.previous[edge] = NONE;
    this.next[edge] = head;
    if (head !== NONE) this.previous[head] = edge;
    this.heads[body.index] = edge;
  }

  private unlink(body: Body, edge: number): void {
    const next = this.next[edge]!;
    const previous = this.previous[edge]!;
    if (previous === NONE) this.heads[body.index] = next;
    else this.next[previous] = next;
    if (next !== NONE) this.previous[next] = previous;
  }

  private reserve(contact: number, body: number): void {
    while (this.bodyA.length <= contact) {
      this.bodyA.push(undefined);
      this.bodyB.push(undefined);
      this.pairs.push(undefined);
    }
    if (this.colliders.length <= contact) {
      const length = Math.max(64, contact + 1, this.colliders.length * 2);
      this.colliders = grown(this.colliders, new Uint32Array(length));
      this.next = grown(this.next, new Int32Array(length * 2));
      this.previous = grown(this.previous, new Int32Array(length * 2));
    }
    if (this.heads.length <= body) {
      const length = Math.max(64, body + 1, this.heads.length * 2);
      this.heads = grown(this.heads, new Int32Array(length).fill(NONE));
    }
  }
}

function grown<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
