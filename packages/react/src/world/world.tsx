import { oneOf, type World as EngineWorld, type WorldOptions, type WorldSettingsOptions } from '@atoll/engine';
import { use, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ColliderMode } from '../colliders/mode.js';
import { WorldContext } from '../context.js';
import { Debug } from '../debug/debug.js';
import type { DebugOptions } from '../debug/debug-scene.js';
import { useLatest } from '../hooks/use-latest.js';
import { changesOf, isEmpty, vec3, type Vec3Prop } from '../math.js';
import { useWorldEvents, type WorldEventHandlers } from './events.js';
import { useFrameLoop, type WorldClock } from './frame-loop.js';
import { WorldHolder, type WorldSlot } from './world-slot.js';

export interface WorldProps extends Omit<WorldOptions, 'gravity'>, WorldEventHandlers {
  /** m/s². Default [0, -9.81, 0]. */
  gravity?: Vec3Prop | undefined;
  /** Time stands still. Default false. */
  paused?: boolean | undefined;
  /**
   * 'ready': time begins when the world is up and its children are mounted. false holds it until this is true for the first time, for
   * a ground that is still loading. Default 'ready'.
   */
  startWhen?: 'ready' | boolean | undefined;
  /** Draws between the last two steps, which is smooth at any frame rate. Default true. */
  interpolate?: boolean | undefined;
  /** Default 'frame'. */
  clock?: WorldClock | undefined;
  /** Default of `<Body colliders>`. Default 'auto'. */
  colliders?: ColliderMode | undefined;
  /** Shows what the simulation sees: true, or what of it. As `<Debug>` does. Default false. */
  debug?: boolean | DebugOptions | undefined;
  /** The world is up and its first children are in it. Once for each world. */
  onReady?: ((world: EngineWorld) => void) | undefined;
  /** The world could not start, or it has failed. The error also goes to the error boundary. */
  onError?: ((error: unknown) => void) | undefined;
  children?: ReactNode;
}

const settingKeys = [
  'gravity',
  'timeStep',
  'substeps',
  'sleep',
  'continuous',
  'contactHertz',
  'contactDampingRatio',
  'contactPushSpeed',
  'jointHertz',
  'jointDampingRatio',
  'restitutionThreshold',
  'hitSpeedThreshold',
  'maxCatchUp',
  'blockOrderSeed',
] as const satisfies readonly (keyof WorldSettingsOptions)[];

/** The engine's world, which `useWorld` gives. */
export type World = EngineWorld;

/**
 * A simulated world; `<Body>` and `<Joint>` inside it are in it. Suspends until its workers are up. Where that fails, the error goes
 * to the nearest error boundary, and mounting again tries again.
 *
 * Settings such as `gravity` change the running world. `workers`, `transport` and `maxMemory` make a new one, with the same bodies
 * in their first places.
 *
 * @example
 * <Canvas>
 *   <Suspense fallback={null}>
 *     <World gravity={[0, -9.81, 0]}>
 *       <Body position={[0, 5, 0]}><mesh><boxGeometry /></mesh></Body>
 *     </World>
 *   </Suspense>
 * </Canvas>
 */
export function World(props: WorldProps): ReactNode {
  const key = JSON.stringify([props.workers, props.transport, props.maxMemory]);
  const [holder] = useState(() => new WorldHolder());
  const [slot, setSlot] = useState<WorldSlot>();
  // The first render commits nothing, so that there is a mounted component to own the world: what suspends before it was ever
  // mounted loses its state. The second render follows before anything is painted, and suspends.
  const latest = useRef(props);
  useLayoutEffect(() => void (latest.current = props));
  useLayoutEffect(() => {
    if (slot?.key === key && holder.has(slot)) return;
    const { workers, transport, maxMemory } = latest.current;
    const options = { ...settingsOf(latest.current), workers, transport, maxMemory };
    setSlot(holder.open(key, options, (error) => latest.current.onError?.(error)));
  }, [holder, slot, key]);
  // Both kinds of effects: what is shown again has its own of one kind some time before those of the other.
  useLayoutEffect(() => holder.retain(), [holder]);
  useEffect(() => holder.retain(), [holder]);
  return slot && <RunningWorld {...props} slot={slot} holder={holder} />;
}

/** The settings among the props. One that is not given has its default. */
function settingsOf(props: WorldProps): WorldSettingsOptions {
  const settings = Object.fromEntries(settingKeys.map((key) => [key, props[key]]));
  if (props.gravity !== undefined) settings.gravity = vec3(props.gravity, 'World.gravity');
  return settings;
}

function RunningWorld({ slot, holder, ...props }: WorldProps & { slot: WorldSlot; holder: WorldHolder }): ReactNode {
  const { children, clock = 'frame', interpolate = true, colliders = 'auto', startWhen = 'ready' } = props;
  const [started, setStarted] = useState(startWhen !== false);
  if (!started && startWhen !== false) setStarted(true);
  const paused = (props.paused ?? false) || !started;
  oneOf(clock, ['frame', 'fixed', 'manual'], 'World.clock');
  const latest = useLatest(props);
  const runtime = use(slot.runtime);
  const { world } = runtime;

  const [failure, setFailure] = useState<unknown>();
  useLayoutEffect(() => {
    const fail = (error: unknown) => {
      latest.current.onError?.(error);
      setFailure(() => error);
    };
    if (world.failure) fail(world.failure);
    return world.on('problem', ({ error }) => world.failure === error && fail(error));
  }, [world, latest]);

  const settings = useRef<{ slot: WorldSlot; values: WorldSettingsOptions }>(undefined);
  useLayoutEffect(() => {
    const next = settingsOf(props);
    const changes = changesOf(settings.current?.slot === slot ? settings.current.values : {}, next);
    settings.current = { slot, values: next };
    if (!isEmpty(changes) && !world.isDisposed && !world.failure) {
      world.update(changes);
      runtime.invalidate();
    }
  });

  useLayoutEffect(() => {
    holder.settle(slot);
    runtime.store.setState({ paused });
  }, [holder, slot, runtime, paused]);

  useWorldEvents(world, props);
  useFrameLoop(runtime, { clock, paused, interpolate });
  useEffect(() => {
    if (runtime.announced) return;
    runtime.announced = true;
    latest.current.onReady?.(runtime.world);
  }, [runtime, latest]);

  const forces = props.onContactForce !== undefined;
  const context = useMemo(() => ({ runtime, colliders, forces }), [runtime, colliders, forces]);
  if (failure !== undefined) throw failure;
  return (
    <WorldContext value={context}>
      {children}
      {props.debug && <Debug {...(props.debug === true ? {} : props.debug)} />}
    </WorldContext>
  );
}
