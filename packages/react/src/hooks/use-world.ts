import type { World } from '@atoll/engine';
import { useWorldContext } from '../context.js';

/** The engine's world around this component. Never re-renders, except where `<World>` makes a new one. */
export function useWorld(): World {
  return useWorldContext('useWorld').runtime.world;
}
