import { QueryResult } from '@atoll/kernel';
import type { MemoryViews } from '../memory/memory-views.js';
import type { QueryHits } from './options.js';

/** Copies the answer at an address out of the memory. */
export function readHits({ u32, i32, f32 }: MemoryViews, at: number): QueryHits {
  const word = at >>> 2;
  const column = (offset: number): number => word + (u32[(at + offset) >>> 2]! >>> 2);
  const items = u32[(at + QueryResult.itemCount) >>> 2]!;
  const n = u32[(at + QueryResult.hitCount) >>> 2]!;
  const handles = column(QueryResult.handles);
  const distances = column(QueryResult.distances);
  const points = column(QueryResult.points);
  const normals = column(QueryResult.normals);
  const colliders = column(QueryResult.colliders);
  const features = column(QueryResult.features);
  const firstHits = column(QueryResult.firstHits);
  // Typed arrays of shared memory have shared slices: the copies are made into plain ones.
  return {
    step: u32[(at + QueryResult.step) >>> 2]!,
    handles: new Int32Array(i32.subarray(handles, handles + n)),
    distances: new Float32Array(f32.subarray(distances, distances + n)),
    points: new Float32Array(f32.subarray(points, points + 3 * n)),
    normals: new Float32Array(f32.subarray(normals, normals + 3 * n)),
    colliders: new Uint32Array(u32.subarray(colliders, colliders + n)),
    features: new Int32Array(i32.subarray(features, features + n)),
    firstHits: firstHits > word ? new Uint32Array(u32.subarray(firstHits, firstHits + items + 1)) : undefined,
  };
}
