import type { Body } from '../body/body.js';
import { indexOf } from '../body/handles.js';
import type { ColliderPair } from './types.js';

/** Two colliders that touch, from their `contactbegin` to their `contactend`. */
export type ContactPair = ColliderPair;

const EMPTY: ReadonlySet<ContactPair> = new Set();
const NONE = -1;

/** Of a contact, in words: handles of the bodies, colliders as ordinal in A, and in B << 16, and the two edges. */
const WORDS = 8;
const BODY_A = 0;
const BODY_B = 1;
const COLLIDERS = 2;
/** Of A's edge; B's is the next one. */
const NEXT = 4;
const PREVIOUS = 6;

/**
 * Which colliders touch, kept from begin and end events under the kernel's number of the contact. Objects are made only for bodies that
 * were asked about; the others are links between numbers, so that thousands of begins and ends a step leave nothing to collect.
 */
export class ContactSets {
  /** A record a contact; A's handle is 0 where there is none. */
  private records = new Int32Array(0);
  /** First edge by index of the body. An edge is contact * 2 + side: 0 for A, 1 for B. */
  private heads = new Int32Array(0);
  private readonly pairs = new Map<number, ContactPair>();
  private readonly observed = new Map<Body, Set<ContactPair>>();
  /** Whether edges are linked. Not until somebody wants to know what a body touches: links are most of what a begin or end costs. */
  private isLinked = false;

  constructor(private readonly bodyOf: (handle: number) => Body | undefined) {}

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
      this.linkAll();
      for (let edge = this.head(body.index); edge !== NONE; edge = this.records[nextOf(edge)]!) {
        set.add(this.pairOf(edge >> 1));
      }
      this.observed.set(body, set);
    }
    return set;
  }

  /** Two bodies that there are, by their handles. False when it was known already. */
  begin(contact: number, a: number, b: number, colliders: number): boolean {
    this.reserve(contact, Math.max(indexOf(a), indexOf(b)));
    const at = contact * WORDS;
    if (this.records[at + BODY_A] !== 0) return false;
    this.records[at + BODY_A] = a;
    this.records[at + BODY_B] = b;
    this.records[at + COLLIDERS] = colliders;
    if (this.isLinked) this.linkBoth(contact);
    if (this.observed.size > 0) {
      this.setOf(a)?.add(this.pairOf(contact));
      this.setOf(b)?.add(this.pairOf(contact));
    }
    return true;
  }

  /** False when it was not known. */
  end(contact: number, a: number, b: number): boolean {
    const at = contact * WORDS;
    // As the kernel's handles are: beyond 2³¹ they are negative here.
    if (this.records[at + BODY_A] !== (a | 0) || this.records[at + BODY_B] !== (b | 0)) return false;
    this.drop(contact);
    return true;
  }

  /** Ends all contacts of a body that goes away. Returns the bodies that it touched. */
  forget(body: Body): readonly Body[] {
    const others = new Set<Body>();
    this.linkAll();
    for (let edge = this.head(body.index); edge !== NONE; edge = this.head(body.index)) {
      const at = (edge >> 1) * WORDS;
      others.add(this.bodyOf(this.records[at + ((edge & 1) === 0 ? BODY_B : BODY_A)]! >>> 0)!);
      this.drop(edge >> 1);
    }
    this.observed.delete(body);
    return [...others];
  }

  private head(index: number): number {
    return this.heads[index] ?? NONE;
  }

  private setOf(handle: number): Set<ContactPair> | undefined {
    const body = this.bodyOf(handle >>> 0);
    return body && this.observed.get(body);
  }

  private pairOf(contact: number): ContactPair {
    let pair = this.pairs.get(contact);
    if (!pair) {
      const at = contact * WORDS;
      const colliders = this.records[at + COLLIDERS]!;
      pair = {
        bodyA: this.bodyOf(this.records[at + BODY_A]! >>> 0)!,
        colliderA: colliders & 0xffff,
        bodyB: this.bodyOf(this.records[at + BODY_B]! >>> 0)!,
        colliderB: colliders >>> 16,
      };
      this.pairs.set(contact, pair);
    }
    return pair;
  }

  private drop(contact: number): void {
    const at = contact * WORDS;
    const pair = this.pairs.size > 0 ? this.pairs.get(contact) : undefined;
    if (pair) {
      this.observed.get(pair.bodyA)?.delete(pair);
      this.observed.get(pair.bodyB)?.delete(pair);
      this.pairs.delete(contact);
    }
    if (this.isLinked) {
      this.unlink(indexOf(this.records[at + BODY_A]!), contact * 2);
      this.unlink(indexOf(this.records[at + BODY_B]!), contact * 2 + 1);
    }
    this.records[at + BODY_A] = 0;
  }

  private linkAll(): void {
    if (this.isLinked) return;
    this.isLinked = true;
    for (let at = 0; at < this.records.length; at += WORDS)
      if (this.records[at + BODY_A] !== 0) this.linkBoth(at / WORDS);
  }

  private linkBoth(contact: number): void {
    const at = contact * WORDS;
    this.link(indexOf(this.records[at + BODY_A]!), contact * 2);
    this.link(indexOf(this.records[at + BODY_B]!), contact * 2 + 1);
  }

  private link(body: number, edge: number): void {
    const { records } = this;
    const head = this.heads[body]!;
    records[previousOf(edge)] = NONE;
    records[nextOf(edge)] = head;
    if (head !== NONE) records[previousOf(head)] = edge;
    this.heads[body] = edge;
  }

  private unlink(body: number, edge: number): void {
    const { records } = this;
    const next = records[nextOf(edge)]!;
    const previous = records[previousOf(edge)]!;
    if (previous === NONE) this.heads[body] = next;
    else records[nextOf(previous)] = next;
    if (next !== NONE) records[previousOf(next)] = previous;
  }

  private reserve(contact: number, body: number): void {
    if (this.records.length <= contact * WORDS) {
      this.records = grown(this.records, new Int32Array(Math.max(64, contact + 1, this.records.length / 4) * WORDS));
    }
    if (this.heads.length <= body) {
      const length = Math.max(64, body + 1, this.heads.length * 2);
      this.heads = grown(this.heads, new Int32Array(length).fill(NONE));
    }
  }
}

const nextOf = (edge: number): number => (edge >> 1) * WORDS + NEXT + (edge & 1);
const previousOf = (edge: number): number => (edge >> 1) * WORDS + PREVIOUS + (edge & 1);

function grown(from: Int32Array, to: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  to.set(from);
  return to;
}
