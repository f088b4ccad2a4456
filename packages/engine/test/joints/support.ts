import { onTestFinished } from 'vitest';
import { createWorld, type Body, type BodyOptions, type World, type WorldOptions } from '../../src/index.js';

type Triple = readonly [number, number, number];

/** A world on this thread that never sleeps, gone when the test is over. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ transport: 'inline', sleep: false, gravity: [0, -10, 0], ...options });
  onTestFinished(() => world.dispose());
  return world;
}

/** A ball of 1 kg and radius 0.2 m, whose moment of inertia is 0.016 kg m². It touches nothing. */
export function ball(world: World, position: Triple = [0, 0, 0], options: BodyOptions = {}): Body {
  return world.createBody({
    position,
    mass: 1,
    colliders: [{ shape: 'sphere', radius: 0.2, groups: { memberships: 0, filter: 0 } }],
    ...options,
  });
}
export const BALL_INERTIA = 0.4 * 0.2 ** 2;

/** A box that touches nothing. */
export function crate(world: World, halfExtents: Triple, position: Triple, options: BodyOptions = {}): Body {
  return world.createBody({
    position,
    mass: 1,
    colliders: [{ shape: 'box', halfExtents, groups: { memberships: 0, filter: 0 } }],
    ...options,
  });
}

/** A box that touches everything. */
export function brick(world: World, halfExtents: Triple, position: Triple, options: BodyOptions = {}): Body {
  return crate(world, halfExtents, position, { colliders: [{ shape: 'box', halfExtents }], ...options });
}

/** Steps and looks after each step; `look` gets the time, s. */
export function watch(world: World, seconds: number, look: (time: number) => void): void {
  const steps = Math.round(seconds * 60);
  for (let i = 1; i <= steps; i++) {
    world.stepSync();
    look(i / 60);
  }
}

/** Times at which a value that is sampled once a step crosses zero upwards, by straight lines between the samples. */
export function upwardZeros(world: World, seconds: number, value: () => number): number[] {
  const zeros: number[] = [];
  let before = value();
  watch(world, seconds, (time) => {
    const now = value();
    if (before < 0 && now >= 0) zeros.push(time - now / (now - before) / 60);
    before = now;
  });
  return zeros;
}

/** Mean time between the first and the last. */
export const meanGap = (times: readonly number[]): number => (times.at(-1)! - times[0]!) / (times.length - 1);

/** Arithmetic-geometric mean: C. F. Gauss, 1799. */
export function agm(a: number, b: number): number {
  while (Math.abs(a - b) > 1e-12) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return a;
}

/** Distance of the anchors that a joint should keep together. */
export function gapOf(bodyA: Body | null, bodyB: Body | null, a: ArrayLike<number>, b: ArrayLike<number>): number {
  const at = (body: Body | null, local: ArrayLike<number>) => {
    if (!body) return Array.from(local);
    const [x, y, z, w] = body.rotation;
    const t = [
      2 * (y * local[2]! - z * local[1]!),
      2 * (z * local[0]! - x * local[2]!),
      2 * (x * local[1]! - y * local[0]!),
    ];
    const u = [y * t[2]! - z * t[1]!, z * t[0]! - x * t[2]!, x * t[1]! - y * t[0]!];
    return body.position.map((p, i) => p + local[i]! + w * t[i]! + u[i]!);
  };
  const [p, q] = [at(bodyA, a), at(bodyB, b)];
  return Math.hypot(...p.map((value, i) => value - q[i]!));
}

/** Angular momentum of a box about its centre, world space. */
export function spinOf(
  [x, y, z, w]: readonly [number, number, number, number],
  omega: readonly number[],
  mass: number,
  [hx, hy, hz]: readonly [number, number, number],
): number[] {
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  const moments = [hy * hy + hz * hz, hx * hx + hz * hz, hx * hx + hy * hy].map((square) => (mass * square) / 3);
  const local = columns.map((column, i) => moments[i]! * column.reduce((sum, c, k) => sum + c * omega[k]!, 0));
  return [0, 1, 2].map((k) => columns.reduce((sum, column, i) => sum + column[k]! * local[i]!, 0));
}
