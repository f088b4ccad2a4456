import { spawner } from '#spawn';
import { PhysicsInputError } from '../errors.js';
import { openInline } from './inline.js';
import { openShared } from './shared.js';
import { openTransfer } from './transfer.js';
import type { Transport, TransportKind, TransportOptions } from './transport.js';

const open = { shared: openShared, transfer: openTransfer, inline: openInline } as const;

/** Why a transport cannot be used here, or undefined where it can. */
const obstacles: { readonly [K in TransportKind]: () => string | undefined } = {
  shared: () => spawner.threadObstacle() ?? spawner.sharingObstacle(),
  transfer: () => spawner.threadObstacle(),
  inline: () => undefined,
};

const consequences = {
  transfer: 'The simulation runs in one worker, and poses are copied to this thread',
  inline: 'The simulation runs on this thread, without workers',
} as const;

let told = false;

/** Opens the transport that was asked for, or the fastest that works here. Says once a page why it is not the fast one. */
export async function openTransport(requested: 'auto' | TransportKind, options: TransportOptions): Promise<Transport> {
  if (requested !== 'auto') {
    const obstacle = obstacles[requested]();
    if (obstacle)
      throw new PhysicsInputError('unsupported', 'World.transport', `'${requested}' cannot be used: ${obstacle}`);
    return open[requested](options);
  }
  const obstacle = obstacles.shared();
  if (!obstacle) return openShared(options);
  const kind = obstacles.transfer() ? 'inline' : 'transfer';
  if (!told) {
    told = true;
    console.info(
      `Atoll: transport '${kind}'. ${consequences[kind]}: ${obstacle}. For the fast one serve the page with ` +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp ' +
        '(see @atoll/engine/docs/errors.md#isolation).',
    );
  }
  return open[kind](options);
}
