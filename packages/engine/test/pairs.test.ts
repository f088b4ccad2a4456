/** Which colliders touch, after random edits of a world, against a search over all pairs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { between } from '../../kernel/test/support/random.js';
import type { Body, Quat, Vec3 } from '../src/index.js';
import { separation, type Placed, type Shape } from './support/distance.js';
import { testWorld } from './transports.js';

type BodyType = 'static' | 'kinematic' | 'dynamic';

interface Piece {
  readonly shape: Shape;
  readonly memberships: number;
  readonly filter: number;
  /** Hears of bodies that no force moves. */
  readonly hearsStill: boolean;
}
interface Entry {
  readonly body: Body;
  readonly type: BodyType;
  readonly pieces: readonly Piece[];
  position: Vec3;
  rotation: Quat;
}

/** Nearer than this to touching, either is right. m */
const EDGE = 4e-3;

const size = between(0.1, 0.8);
const coordinate = between(-2.5, 2.5);
const position = fc.tuple(coordinate, coordinate, coordinate);
const rotation = fc
  .tuple(coordinate, coordinate, coordinate, between(0.5, 3))
  .map((q): Quat => q.map((x) => x / Math.hypot(...q)) as unknown as Quat);
const shape = fc.oneof(
  size.map((radius): Shape => ({ shape: 'sphere', radius })),
  fc.tuple(size, size).map(([radius, halfHeight]): Shape => ({ shape: 'capsule', radius, halfHeight })),
  fc.tuple(size, size, size).map((halfExtents): Shape => ({ shape: 'box', halfExtents })),
);
const groups = fc.constantFrom(0xffffffff, 1, 2, 3, 4);
const piece = fc.record({ shape, memberships: groups, filter: groups, hearsStill: fc.boolean() });
const type = fc.constantFrom<BodyType>('static', 'kinematic', 'dynamic');
const edit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      create: fc.record({ type, pieces: fc.array(piece, { minLength: 1, maxLength: 2 }), position, rotation }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ move: fc.nat(), position, rotation }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ step: fc.integer({ min: 1, max: 3 }) }) },
);

const placed = ({ position, rotation }: Entry, { shape }: Piece): Placed => ({ shape, position, rotation });

/** How far a shape reaches from its middle, m. */
function reachOf({ shape }: Placed): number {
  if (shape.shape === 'box') return Math.hypot(...Array.from(shape.halfExtents as ArrayLike<number>));
  if (shape.shape === 'capsule') return shape.radius + shape.halfHeight;
  if (shape.shape === 'sphere') return shape.radius;
  throw new Error(`not drawn here: ${shape.shape}`);
}

/** Of shapes far apart, less than that. */
function gapBetween(a: Placed, b: Placed): number {
  const apart = Math.hypot(...a.position.map((x, i) => x - b.position[i]!)) - reachOf(a) - reachOf(b);
  return apart > EDGE ? apart : separation(a, b, 13);
}

it(
  'is what a search over all pairs finds, through creating, moving, removing and filters',
  { timeout: 120_000 },
  async () => {
    const reached = { touching: 0, filtered: 0, apart: 0, removed: 0 };
    const seed = Number(process.env['ATOLL_SEED'] ?? 1);
    console.info(`pairs: seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 30, maxLength: 100, size: 'max' }), async (edits) => {
        // Sensors alone: nothing is pushed, so every body is where it was put.
        const world = await testWorld('inline', { gravity: [0, 0, 0] });
        const entries: Entry[] = [];
        const check = () => {
          const found = new Set<string>();
          for (const { body } of entries)
            for (const { bodyA, colliderA, bodyB, colliderB } of world.overlapsOf(body))
              found.add(keyOf(bodyA, colliderA, bodyB, colliderB));
          for (const [i, a] of entries.entries())
            for (const b of entries.slice(i + 1))
              for (const [k, one] of a.pieces.entries())
                for (const [m, other] of b.pieces.entries()) {
                  const key = keyOf(a.body, k, b.body, m);
                  const isFound = found.delete(key);
                  const gap = gapBetween(placed(a, one), placed(b, other));
                  const isTaken = (one.memberships & other.filter) !== 0 && (other.memberships & one.filter) !== 0;
                  const isDeaf =
                    a.type !== 'dynamic' &&
                    b.type !== 'dynamic' &&
                    ((a.type === 'static' && b.type === 'static') || !(one.hearsStill || other.hearsStill));
                  if (isDeaf) expect(isFound).toBe(false);
                  else if (!isTaken) {
                    expect(isFound).toBe(false);
                    if (gap < -EDGE) reached.filtered++;
                  } else if (Math.abs(gap) > EDGE) {
                    expect(isFound, `${key} ${gap}`).toBe(gap < 0);
                    if (gap < 0) reached.touching++;
                    else reached.apart++;
                  }
                }
          // No pair of a body that is gone, none twice, none of a body with itself.
          expect([...found]).toEqual([]);
        };
        for (const edit of edits) {
          if ('create' in edit) {
            const { type, pieces, position, rotation } = edit.create;
            const colliders = pieces.map(({ shape, memberships, filter, hearsStill }) => ({
              ...shape,
              sensor: true,
              events: hearsStill ? ('all' as const) : true,
              groups: { memberships, filter },
            }));
            const body = world.createBody({ type, position, rotation, colliders });
            entries.push({ body, type, pieces, position, rotation });
          } else if ('step' in edit) {
            world.stepSync(edit.step);
            check();
          } else if (entries.length > 0) {
            if ('remove' in edit) {
              const [gone] = entries.splice(edit.remove % entries.length, 1);
              gone!.body.destroy();
              reached.removed++;
            } else {
              const entry = entries[edit.move % entries.length]!;
              entry.position = edit.position;
              entry.rotation = edit.rotation;
              entry.body.setPosition(edit.position);
              entry.body.setRotation(edit.rotation);
            }
          }
        }
        await world.dispose();
      }),
      // Who looks for a smaller example gives up in time to tell of the one there is.
      { numRuns: 120, seed, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
    expect(reached.touching).toBeGreaterThan(1000);
    expect(reached.apart).toBeGreaterThan(10_000);
    expect(reached.filtered).toBeGreaterThan(1000);
    expect(reached.removed).toBeGreaterThan(500);
  },
);

function keyOf(a: Body, colliderA: number, b: Body, colliderB: number): string {
  const [one, other] = [`${a.handle}/${colliderA}`, `${b.handle}/${colliderB}`];
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
