import type { Body, World } from '@atoll/engine';

/** Bodies that touch each other or are joined, directly or through others: they sleep and wake together. */
export interface Island {
  /** In the order of their indices. */
  readonly bodies: readonly Body[];
  readonly isSleeping: boolean;
}

const NONE: readonly Island[] = [];

/**
 * The islands of a world as the page knows them: the connected sets of dynamic bodies, by the contacts that raise events and by joints.
 * Found anew where one of these changed, at most once a frame.
 */
export class IslandMap {
  /** In the order of their first bodies. The same array, and the same islands in it, until one of them changes. */
  islands = NONE;
  private readonly listeners = new Set<() => void>();
  private stale = true;
  private ends: (() => void)[] = [];

  constructor(
    private readonly world: World,
    private readonly frameListeners: Set<() => void>,
  ) {}

  subscribe(listener: () => void): () => void {
    if (this.listeners.size === 0) this.begin();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      for (const end of this.ends) end();
      this.ends = [];
    };
  }

  private begin(): void {
    const { world } = this;
    const mark = (): void => void (this.stale = true);
    const types = ['contactbegin', 'contactend', 'sleep', 'wake', 'jointbreak', 'command', 'restore'] as const;
    this.ends = types.map((type) => world.on(type, mark));
    const look = (): void => this.look();
    this.frameListeners.add(look);
    this.ends.push(() => this.frameListeners.delete(look));
    this.stale = true;
    // There may be no frame before something moves.
    look();
  }

  private look(): void {
    if (!this.stale) return;
    this.stale = false;
    const now = findIslands(this.world);
    const known = new Map(this.islands.map((island) => [island.bodies[0], island]));
    let same = now.length === this.islands.length;
    now.forEach((island, i) => {
      const before = known.get(island.bodies[0]);
      if (before && equal(before, island)) now[i] = before;
      if (now[i] !== this.islands[i]) same = false;
    });
    if (same) return;
    this.islands = now;
    for (const listener of this.listeners) listener();
  }
}

function equal(a: Island, b: Island): boolean {
  return (
    a.isSleeping === b.isSleeping &&
    a.bodies.length === b.bodies.length &&
    a.bodies.every((body, i) => body === b.bodies[i])
  );
}

/** By walking from body to body. */
function findIslands(world: World): Island[] {
  const found = new Set<Body>();
  const islands: Island[] = [];
  for (const first of world.bodies) {
    if (first.type !== 'dynamic' || found.has(first)) continue;
    const bodies = [first];
    found.add(first);
    // Grows while it is walked.
    for (const body of bodies) {
      for (const { bodyA, bodyB } of [...world.contactsOf(body), ...body.joints]) {
        for (const other of [bodyA, bodyB]) {
          if (other?.type !== 'dynamic' || found.has(other)) continue;
          found.add(other);
          bodies.push(other);
        }
      }
    }
    bodies.sort((a, b) => a.index - b.index);
    islands.push({ bodies, isSleeping: bodies.every(({ isSleeping }) => isSleeping) });
  }
  return islands;
}
