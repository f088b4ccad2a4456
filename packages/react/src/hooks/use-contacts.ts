import type { Body, ContactPair } from '@atoll/engine';
import { useCallback, useState } from 'react';
import type { BodyRef } from '../joint/joint-slot.js';
import type { WorldRuntime } from '../world/runtime.js';
import { useBodyValue } from './target.js';

/** Two colliders that touch, told from the body that was asked for. */
export interface Contact {
  readonly body: Body;
  /** Place in `body.colliders`. */
  readonly collider: number;
  readonly other: Body;
  /** Place in `other.colliders`. */
  readonly otherCollider: number;
}

export interface ContactsOptions {
  /** Contacts to leave out return false. */
  filter?: ((contact: Contact) => boolean) | undefined;
}

const attach = (body: Body, notify: () => void) => body.onContactChange(notify);
const NONE: readonly Contact[] = [];

/**
 * What a body touches: the one that `ref` holds, or the nearest `<Body>`'s. The same array until something begins or ends to touch.
 * Re-renders when that changes.
 * @example const touchesGround = useContacts().some(({ other }) => other.userData === 'ground');
 */
export function useContacts(ref?: BodyRef, { filter }: ContactsOptions = {}): readonly Contact[] {
  const [list] = useState(() => new ContactList());
  const read = useCallback(
    (body: Body | undefined, runtime: WorldRuntime) => list.read(body, runtime, filter),
    [list, filter],
  );
  return useBodyValue(ref, 'useContacts', attach, read);
}

/** An array that stays the same while the pairs that it tells of do. */
class ContactList {
  private readonly known = new WeakMap<ContactPair, Contact>();
  private list = NONE;

  read(body: Body | undefined, { world }: WorldRuntime, filter: ContactsOptions['filter']): readonly Contact[] {
    if (!body) return (this.list = NONE);
    const now: Contact[] = [];
    for (const pair of world.contactsOf(body)) {
      const contact = this.contactOf(pair, body);
      if (!filter || filter(contact)) now.push(contact);
    }
    const same = now.length === this.list.length && now.every((contact, i) => contact === this.list[i]);
    if (!same) this.list = now;
    return this.list;
  }

  private contactOf(pair: ContactPair, body: Body): Contact {
    let contact = this.known.get(pair);
    if (contact?.body === body) return contact;
    const { bodyA, colliderA, bodyB, colliderB } = pair;
    contact =
      bodyA === body
        ? { body, collider: colliderA, other: bodyB, otherCollider: colliderB }
        : { body, collider: colliderB, other: bodyA, otherCollider: colliderA };
    this.known.set(pair, contact);
    return contact;
  }
}
