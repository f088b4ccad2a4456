import { createWorld, type WorldStats } from '@atoll/engine';
import { buildScene, worldOptions, type SceneDescription } from '@atoll/scenes';
import type { BenchEngine, BenchWorld, EngineOptions, StepFigures } from '../engine.ts';
import type { Host } from '../host.ts';

export async function loadAtoll(options: EngineOptions, host: Host): Promise<BenchEngine> {
  return {
    version: await host.version('@atoll/engine'),
    settings: { substeps: 4 },
    build: (scene) => build(scene, options),
  };
}

async function build(description: SceneDescription, { workers, transport }: EngineOptions): Promise<BenchWorld> {
  const world = await createWorld({
    ...worldOptions(description),
    workers,
    transport: transport as 'inline' | 'shared',
  });
  if (world.workers !== workers || world.transport !== transport) {
    throw new Error(`asked for ${workers} workers on ${transport}, got ${world.workers} on ${world.transport}`);
  }
  const scene = buildScene(world, description);
  // As an application loads. Of other engines the bodies are in the world by now, too.
  await world.prepare();
  return {
    get bodyCount() {
      return scene.bodyCount;
    },
    createBody: (body) => scene.createBody(body),
    setKinematicTarget: (body, position, rotation) => scene.setKinematicTarget(body, position, rotation),
    position: (body) => scene.position(body),
    rotation: (body) => scene.rotation(body),
    isSleeping: (body) => scene.isSleeping(body),
    // As an application steps: its frame has been read when the call returns, or when the promise resolves.
    step: transport === 'inline' ? () => world.stepSync() : () => world.step(),
    figures: () => figuresOf(world.stats),
    castRays: async (rays, distances) => distances.set((await world.castRays(rays)).distances),
    dispose: () => world.dispose(),
  };
}

function figuresOf(stats: WorldStats): StepFigures {
  return {
    ownMs: stats.stepTime,
    stageMs: stats.stages,
    work: {
      contacts: stats.contactCount,
      touching: stats.touchingCount,
      'pairs tested': stats.pairsTested,
      'SAT runs': stats.satRuns,
      'GJK rounds': stats.gjkRounds,
      'manifolds reused': stats.manifoldsReused,
      'rows solved': stats.rowsSolved,
      'tree nodes visited': stats.nodesVisited,
      'proxies moved': stats.proxiesMoved,
      'KiB streamed': stats.kibStreamed,
    },
  };
}
