import { CommandKind, LoadFault, RecordHeader, Reply, StatePart } from '@atoll/kernel';
import { PhysicsError } from '../errors.js';
import type { Core } from '../world/core.js';
import type { WorldSettings } from '../world/options.js';
import { decodeSnapshot, encodeSnapshot, refuse } from './format.js';
import { readPageState, writePageState, type PageState } from './page-state.js';

/** bytes that are sent before the kernel is asked whether it keeps up. */
const BATCH = 1 << 19;

/** The whole state of a world as bytes. */
export async function takeSnapshot(core: Core, settings: WorldSettings): Promise<Uint8Array<ArrayBuffer>> {
  const page = writePageState(core, settings);
  const pieces: Uint32Array[] = [];
  const written = await core.requests.send(
    (request) => {
      core.collectParts(request, pieces);
      core.ask(CommandKind.Save, request);
    },
    (at) => core.views.u64[(at + Reply.value) >>> 3]!,
  );
  if (written !== 1n) throw new PhysicsError('out-of-memory', 'World.maxMemory: no room to write a snapshot');
  return encodeSnapshot(pieces, page);
}

/** What bytes hold, in a copy. */
export interface Snapshot {
  readonly kernel: Uint32Array;
  readonly state: PageState;
}

/** @throws PhysicsInputError invalid-snapshot */
export function readSnapshot(bytes: unknown): Snapshot {
  const { kernel, page } = decodeSnapshot(bytes);
  return { kernel, state: readPageState(page, kernel) };
}

/**
 * Puts a saved state in the place of the present one. Rejects, and nothing has changed, where its parts are not sound.
 * `adopt` is called in between two frames, when the kernel has changed over.
 */
export async function restoreSnapshot(
  core: Core,
  { kernel, state }: Snapshot,
  adopt: (state: PageState) => void,
): Promise<void> {
  let sent = 0;
  for (let from = 0; from < kernel.length;) {
    const end = from + (kernel[from + (RecordHeader.byteLength >>> 2)]! >>> 2);
    sent += (end - from) * 4;
    const isLast = end >= kernel.length;
    if (sent < BATCH && !isLast) sendPiece(core, kernel, from, end, 0);
    else {
      sent = 0;
      const fault = await core.requests.send(
        (request) => {
          sendPiece(core, kernel, from, end, request);
          core.publish(true);
        },
        (at) => Number(core.views.u64[(at + Reply.value) >>> 3]!),
      );
      if (fault !== LoadFault.None) {
        await core.requests.send(
          (request) => core.ask(CommandKind.DropLoad, request),
          () => {},
        );
        explain(fault);
      }
    }
    from = end;
  }
  const fault = await core.requests.send(
    (request) => {
      core.onState = () => adopt(state);
      core.ask(CommandKind.CommitLoad, request);
    },
    (at) => Number(core.views.u64[(at + Reply.value) >>> 3]!),
  );
  if (fault !== LoadFault.None) explain(fault);
}

function explain(fault: number): never {
  if (fault === LoadFault.OutOfMemory)
    throw new PhysicsError('out-of-memory', 'World.maxMemory: no room to restore a snapshot');
  return refuse(
    fault === LoadFault.Parts ? 'it is not one of this simulation' : 'its contents do not agree with each other',
  );
}

function sendPiece({ inbox, views }: Core, words: Uint32Array, from: number, end: number, request: number): void {
  const at = inbox.add(CommandKind.Load, (end - from) * 4) >>> 2;
  views.u32.set(words.subarray(from + 2, end), at + 2);
  views.u32[at + (StatePart.request >>> 2)] = request;
}
