import { V } from '../math/vec';
import { SIMPLEX_VERTEX, Simplex } from './simplex';

const VERTICES: i32 = 3;
/** A point of A and one of B, three f32 each. */
const VERTEX: usize = 24;

/**
 * What a pair keeps of the search for its distance: the vertices of the simplex, each as a point of either shape in that shape's own space.
 * However the shapes have moved, these are points of theirs, and next time the search begins where it ended. Zeroed memory is an empty one.
 * Source of the idea: E. Catto, "Computing Distance using GJK" (GDC 2010), which keeps the indices of vertices; round shapes have none.
 */
@unmanaged
export class CachedSimplex {
  count: i32;
  reserved: u32;

  // @ts-ignore: decorator
  @inline private at(index: i32): usize {
    return changetype<usize>(this) + CACHED_HEADER + (index as usize) * VERTEX;
  }

  /** Of cores that are apart; of others it keeps nothing. */
  keep(simplex: Simplex): void {
    this.count = simplex.count <= VERTICES ? simplex.count : 0;
    for (let i = 0; i < this.count; i++) {
      const from = simplex.at(i),
        to = this.at(i);
      memory.copy(to, from + 16, 12);
      memory.copy(to + 12, from + 48, 12);
    }
  }

  /** Points alone: `Simplex.place` makes differences of them. */
  restore(simplex: Simplex): void {
    simplex.count = this.count;
    for (let i = 0; i < this.count; i++) {
      const from = this.at(i),
        to = simplex.at(i);
      v128.store(to, load3(from), 16);
      v128.store(to, load3(from + 12), 48);
    }
  }
}

const CACHED_HEADER: usize = 8;
export const CACHED_SIMPLEX_SIZE: usize = CACHED_HEADER + (VERTICES as usize) * VERTEX;
if (offsetof<CachedSimplex>() != CACHED_HEADER) ERROR('CACHED_HEADER is not the size of CachedSimplex');
if (SIMPLEX_VERTEX != 64) ERROR('A CachedSimplex knows where the points of a vertex lie');

function load3(at: usize): v128 {
  return V.of(load<f32>(at), load<f32>(at, 4), load<f32>(at, 8));
}
