import { firstHandle } from '../body/handles.js';
import { RehearsalTransport } from '../transport/rehearsal.js';
import { Core } from './core.js';
import { resolveWorld } from './options.js';
import { World } from './world.js';

const BODIES = 8;

let isDone = false;

/**
 * Goes through the creation of bodies and their first steps once a page, while the threads start. An engine compiles a function when it is called for the
 * first time, and many of this thread are in a first step: about 0.8 ms of it. Never fails: without it that step takes as much longer.
 */
export function rehearse(): void {
  if (isDone) return;
  isDone = true;
  try {
    play();
  } catch {
    // Nothing depends on it.
  }
}

/** A world that comes to its end at once, with a kernel that makes its answers up. */
export function play(): World {
  const { settings } = resolveWorld({});
  const handles = Array.from({ length: BODIES }, (_, index) => firstHandle(index));
  const world = new World(new Core(new RehearsalTransport(handles)), settings);
  for (let i = 0; i < BODIES; i++)
    world.createBody({ position: [0, i, 0], colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }] });
  world.step().catch(() => {});
  world.advance(settings.timeStep);
  void world.dispose();
  return world;
}
