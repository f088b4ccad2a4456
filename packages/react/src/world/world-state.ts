import type { TransportKind, World } from '@atoll/engine';
import { createStore, type StoreApi } from 'zustand';

/** What is known of a world on the page, as of the last drawn frame. */
export interface WorldState {
  readonly transport: TransportKind;
  /** Solver threads. */
  readonly workers: number;
  /** By `paused`, or because it has not started yet. */
  readonly paused: boolean;
  /** Number of the newest step that was read. */
  readonly stepCount: number;
  /** Simulated time, s. */
  readonly time: number;
  readonly bodyCount: number;
  readonly awakeBodyCount: number;
  readonly islandCount: number;
  /** The pool cannot keep up: simulated time has run slower than real time for some frames. */
  readonly overload: boolean;
  /** ms that physics took on the page's main thread in the last frame: asking for steps, reading, events and poses. */
  readonly pageTime: number;
}

export type WorldStore = StoreApi<WorldState>;

export function createWorldStore(world: World): WorldStore {
  return createStore<WorldState>(() => ({
    transport: world.transport,
    workers: world.workers,
    paused: false,
    overload: false,
    pageTime: 0,
    ...countsOf(world),
  }));
}

export function countsOf(
  world: World,
): Pick<WorldState, 'stepCount' | 'time' | 'bodyCount' | 'awakeBodyCount' | 'islandCount'> {
  const { stepCount, time, bodyCount, awakeBodyCount, islandCount } = world;
  return { stepCount, time, bodyCount, awakeBodyCount, islandCount };
}
