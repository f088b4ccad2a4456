import { Convex, CONVEX_SIZE } from '../convex/convex';
import { Epa, EPA_SIZE } from '../convex/epa';
import { Gjk, GJK_SIZE } from '../convex/gjk';
import { Pieces, PIECES_SIZE } from '../convex/pieces';
import { Sweep, SWEEP_SIZE } from '../continuous/sweep';
import { TREE_WALK_SIZE, TreeWalk } from '../broadphase/tree-walk';
import { KD_RAY_SIZE } from '../mesh/kd-ray';
import { Ray as SurfaceRay } from '../mesh/ray';
import { Cast } from './cast';
import { Hit } from './hit';

/** Entries of a stack of nodes, 8 bytes each. Trees are at most twice log2 of their leaves high. */
export const STACK_ENTRIES: i32 = 128;

const HIT_1: usize = 192;
const HIT_2: usize = 256;
const STACK: usize = 320;
const SURFACE_RAY: usize = STACK + 1024;
const SHAPE: usize = (SURFACE_RAY + KD_RAY_SIZE + 15) & ~15;
const PIECE: usize = SHAPE + CONVEX_SIZE;
const SWEEP: usize = PIECE + CONVEX_SIZE;
const WALK: usize = (SWEEP + SWEEP_SIZE + 15) & ~15;
const PIECES: usize = WALK + TREE_WALK_SIZE;
const GJK: usize = (PIECES + PIECES_SIZE + 15) & ~15;
const EPA: usize = (GJK + GJK_SIZE + 15) & ~15;
export const QUERY_SCRATCH: usize = (EPA + EPA_SIZE + 4095) & ~4095;

/** What lies where in the memory that a worker answers queries in. */
@unmanaged
export class QueryScratch {
  reserved: u64;

  // @ts-ignore: decorator
  @inline private get at(): usize {
    return changetype<usize>(this);
  }
  // @ts-ignore: decorator
  @inline get cast(): Cast {
    return changetype<Cast>(this.at);
  }
  // @ts-ignore: decorator
  @inline get hit1(): Hit {
    return changetype<Hit>(this.at + HIT_1);
  }
  // @ts-ignore: decorator
  @inline get hit2(): Hit {
    return changetype<Hit>(this.at + HIT_2);
  }
  // @ts-ignore: decorator
  @inline get stack(): usize {
    return this.at + STACK;
  }
  // @ts-ignore: decorator
  @inline get surfaceRay(): SurfaceRay {
    return changetype<SurfaceRay>(this.at + SURFACE_RAY);
  }
  // @ts-ignore: decorator
  @inline get shape(): Convex {
    return changetype<Convex>(this.at + SHAPE);
  }
  // @ts-ignore: decorator
  @inline get piece(): Convex {
    return changetype<Convex>(this.at + PIECE);
  }
  // @ts-ignore: decorator
  @inline get sweep(): Sweep {
    return changetype<Sweep>(this.at + SWEEP);
  }
  // @ts-ignore: decorator
  @inline get walk(): TreeWalk {
    return changetype<TreeWalk>(this.at + WALK);
  }
  // @ts-ignore: decorator
  @inline get pieces(): Pieces {
    return changetype<Pieces>(this.at + PIECES);
  }
  // @ts-ignore: decorator
  @inline get gjk(): Gjk {
    return changetype<Gjk>(this.at + GJK);
  }
  // @ts-ignore: decorator
  @inline get epa(): Epa {
    return changetype<Epa>(this.at + EPA);
  }
}
if (offsetof<Cast>() > HIT_1) ERROR('Cast has grown into the hits behind it');
if (offsetof<Hit>() > HIT_2 - HIT_1) ERROR('Hit has grown');
