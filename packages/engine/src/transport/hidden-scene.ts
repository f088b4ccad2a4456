import { CommandKind, RingSegment } from '@atoll/kernel';
import { addCreateBody, addMotion } from '../body/encode.js';
import { firstHandle } from '../body/handles.js';
import type { BodyOptions } from '../body/options.js';
import { resolveState } from '../body/settings.js';
import { SharedSettings } from '../body/shared-settings.js';
import { Inbox } from '../inbox/inbox.js';
import { MemoryViews } from '../memory/memory-views.js';
import { GeometryStore } from '../shapes/geometry/store.js';

/** Records of a small scene, as they stand in an inbox: a thread that runs it needs nothing of what writes them. */
export interface HiddenScene {
  /** Creates what is there all the time. */
  readonly bodies: Uint32Array;
  /** Creates the boxes of the pyramid where it stands, and those beside it... */
  readonly pyramid: Uint32Array;
  /** ...and destroys them. */
  readonly gone: Uint32Array;
}

const BASE = 7;
const STACKS = 4;
/** Address of the ring that records are written to, and its bytes: more than there are records. */
const RING = 64;
const RING_BYTES = 1 << 16;
const BYTES = RING + RingSegment.stride + RING_BYTES;

export function recordScene(): HiddenScene {
  const others = [...scene()],
    boxes = [...pyramid()];
  return {
    bodies: record((target) => others.forEach((options, index) => create(target, index, options))),
    pyramid: record((target) => boxes.forEach((options, i) => create(target, others.length + i, options))),
    gone: record(({ inbox, views }) =>
      boxes.forEach((_, i) => addMotion(inbox, views, CommandKind.DestroyBody, firstHandle(others.length + i), 0)),
    ),
  };
}

type Target = Parameters<typeof addCreateBody>[0] & { readonly sharedSettings: SharedSettings };

function record(fill: (target: Target) => void): Uint32Array {
  // Not a WebAssembly.Memory, of which a page may have none left for a moment.
  const views = new MemoryViews({ buffer: new ArrayBuffer(BYTES), grow: refuse });
  views.u32[(RING + RingSegment.capacity) >>> 2] = RING_BYTES;
  const inbox = new Inbox(views, RING, () => {});
  fill({ inbox, views, geometries: new GeometryStore(inbox, views), sharedSettings: new SharedSettings() });
  inbox.publish();
  const start = RING + RingSegment.stride;
  return views.u32.slice(start >>> 2, (start + views.u32[(RING + RingSegment.head) >>> 2]!) >>> 2);
}

function refuse(): never {
  throw new RangeError('more records than their ring has room for');
}

function create(target: Target, index: number, options: BodyOptions): void {
  addCreateBody(target, firstHandle(index), resolveState(options), target.sharedSettings.ofOptions(options));
}

const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;

/** From the bottom row up, and stacks of two beside it: one island that all workers share, and some that one solves by itself. */
function* pyramid(): Generator<BodyOptions> {
  for (let row = 0; row < BASE; row++)
    for (let i = 0; i < BASE - row; i++) yield { position: [i - (BASE - row - 1) / 2, 0.5 + row, 0], colliders: [box] };
  for (let i = 0; i < STACKS; i++)
    for (const y of [0.5, 1.5]) yield { position: [BASE + 2 * i, y, 0], colliders: [box] };
}

/** Where the pyramid stands, and one of each shape that falls on it. */
function* scene(): Generator<BodyOptions> {
  yield { type: 'static', position: [0, -1, 0], colliders: [{ shape: 'box', halfExtents: [50, 1, 50] }] };
  for (const [i, shape] of ([0, 1, 2] as const).entries()) {
    yield {
      position: [shape - 1, BASE + 1 + i, 0.2],
      linearVelocity: [0, -10, 0],
      colliders: [
        [box, { shape: 'sphere', radius: 0.5 }, { shape: 'capsule', halfHeight: 0.3, radius: 0.3 }][shape]!,
      ].map((collider) => ({ ...(collider as typeof box), restitution: 0.5 })),
    };
  }
  yield { position: [0, 2, 0], type: 'kinematic', colliders: [{ ...box, sensor: true }], angularVelocity: [0, 1, 0] };
}
