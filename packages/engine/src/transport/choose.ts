import { spawner } from '#spawn';
import { PhysicsInputError } from '../errors.js';
import { openInline } from './inline.js';
import { openShared } from './shared.js';
import type { Transport, TransportKind, TransportOptions } from './transport.js';

let told = false;

/** Opens the transport that was asked for, or the fastest that works here. Says once a page why it is not the fast one. */
export async function openTransport(requested: 'auto' | TransportKind, options: TransportOptions): Promise<Transport> {
  const obstacle = spawner.obstacle();
  if (requested === 'shared' && obstacle)
    throw new PhysicsInputError('unsupported', 'World.transport', `'shared' cannot be used: ${obstacle}`);
  if (requested === 'inline') return openInline(options);
  if (!obstacle) return openShared(options);
  if (!told) {
    told = true;
    console.info(
      `Atoll: the simulation runs on this thread, without workers: ${obstacle} (see docs/errors.md#isolation).`,
    );
  }
  return openInline(options);
}
