import { workerData } from 'node:worker_threads';
import { instantiate, type IslandBench } from './islands-kernel.ts';

/** A worker of the parallel search for islands; returns when the world is over. */
const { module, memory, world, worker } = workerData as IslandBench & { readonly worker: number };
instantiate(module, memory).islandsWork(world, worker);
