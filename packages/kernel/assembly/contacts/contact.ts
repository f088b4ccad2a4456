import { World } from '../world/world';
import { Tuning } from '../constants';
import { CACHED_SIMPLEX_SIZE, CachedSimplex } from '../convex/cached-simplex';

export namespace ContactFlag {
  export const TOUCHING: u32 = 1;
  export const SENSOR: u32 = 2;
  export const EVENTS: u32 = 4;
  /** Was touching before this step's narrowphase. */
  export const LINKED: u32 = 8;
  /** Of two bodies that no force moves: reported as a contact, and solved as little as a sensor's. */
  export const STILL: u32 = 32;
  /** Its force is reported in each step. */
  export const FORCES: u32 = 64;
}

/** What the points of a contact are, and its normal. */
export namespace ContactTrait {
  /** surfaceVelocity is not zero. */
  export const CONVEYS: u32 = 1;
  /** Each point and the normal are in the space of the body that they go along with; else in the world's directions. */
  export const CARRIED: u32 = 2;
  /** A is round, and its points are those of its core, `radius` inside the surface; the normal goes along with B. */
  export const CORE_A: u32 = 4;
  /** As CORE_A, of B; the normal goes along with A. */
  export const CORE_B: u32 = 8;
  export const CORES: u32 = CORE_A | CORE_B;
}

/**
 * One point of a manifold, as the two points of the surfaces that meet there, from the centres of mass: it is between them, wherever the bodies go
 * (narrowphase/anchors.ts). Those of A of all four points come before those of B.
 */
@unmanaged
export class ManifoldPoint {
  /** Lane w: normal impulse, N s, of the last step. While the shapes are tested: the point in the world, and its separation, m. */
  onA: v128;
  others0: v128;
  others1: v128;
  others2: v128;
  /** Lane w, as i32: id of the features that meet. */
  onB: v128;
}

/** From one point to the next. */
export const POINT_STRIDE: usize = 16;

/**
 * A pair of colliders whose fat bounds overlap, or did not long ago, with the manifold where they touch. A pair with a surface has siblings: contacts of the same
 * pair for further normals. They are solved like any other and are otherwise invisible.
 */
@unmanaged
export class Contact {
  // A cache line of the narrowphase: all that it reads of a manifold that it keeps.
  /**
   * Of B in A when the manifold was built. Lane w of position: 0 when it is not valid; else one more than the points that there are, and of a
   * pair with a surface 1. Of such a pair that does not touch: least and greatest corner of a box without triangles, in the surface's space.
   */
  builtPosition: v128;
  builtRotation: v128;
  /** Without points: an axis that kept the shapes apart, in body A, or zero. Lane w: how far apart they were at least, m, or 0. */
  gapAxis: v128;
  flags: u32;
  /** Last separating or reference axis, for the next test. */
  cachedAxis: i32;
  /** Reuse is allowed within this relative motion, m. */
  reuseDistance: f32;
  /** Rounds of the last test's search for the distance. */
  gjkRounds: u32;
  // A cache line that the solver reads beside the points.
  /** From A to B, in the space that `traits` tell. Lane w: twist impulse. */
  normal: v128;
  /** Friction impulse as a vector. */
  frictionImpulse: v128;
  friction: f32;
  restitution: f32;
  rollingResistance: f32;
  /** Of the round shape whose core the points are of, m; else 0. */
  radius: f32;
  bodyA: i32;
  bodyB: i32;
  pointCount: i32;
  /** ContactTrait bits. */
  traits: u32;
  // A cache line of lists and graphs.
  /** The pair's key; its high word is 0 while the record is free. */
  key: u64;
  colliderA: i32;
  colliderB: i32;
  /** Place in the awake list, or NONE. */
  awakeIndex: i32;
  /** Colour in the constraint graph, or NONE. */
  colour: i32;
  colourIndex: i32;
  /** The contact that speaks for the pair: itself, but for a sibling. */
  owner: i32;
  /** The pair's next manifold, or NONE (Siblings). */
  sibling: i32;
  /** 1: in the list of its bodies' island. */
  inIsland: i32;
  islandPrevious: i32;
  islandNext: i32;
  /** Links of the contact edges of body A and body B: contact << 1 | side. */
  previousA: i32;
  nextA: i32;
  previousB: i32;
  nextB: i32;
  // What few contacts have.
  rollingImpulse: v128;
  /** Tangential surface velocity of B minus A, world. */
  surfaceVelocity: v128;
  /** Fastest approach of a hit in this step, m/s. */
  hitSpeed: f32;
  reserved0: u32;
  reserved1: u64;

  // @ts-ignore: decorator
  @inline point(index: i32): ManifoldPoint {
    return changetype<ManifoldPoint>(changetype<usize>(this) + CONTACT_POINTS + (index as usize) * POINT_STRIDE);
  }

  /** Of pairs whose distance is searched for. */
  // @ts-ignore: decorator
  @inline get simplex(): CachedSimplex {
    return changetype<CachedSimplex>(changetype<usize>(this) + CACHED_SIMPLEX);
  }
}

const CACHED_SIMPLEX: usize = 240;
/** Where the points are in the record, from a cache line on. */
export const CONTACT_POINTS: usize = (CACHED_SIMPLEX + CACHED_SIMPLEX_SIZE + 63) & ~63;
export const CONTACT_SIZE: usize = CONTACT_POINTS + 2 * (Tuning.MANIFOLD_POINTS as usize) * POINT_STRIDE;

export class Contacts {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Contact {
    return changetype<Contact>(world.contacts.data + (id as usize) * CONTACT_SIZE);
  }
}
if (offsetof<Contact>() != CACHED_SIMPLEX) ERROR('CACHED_SIMPLEX is not the size of Contact');
if (offsetof<ManifoldPoint>('onB') != (Tuning.MANIFOLD_POINTS as usize) * POINT_STRIDE)
  ERROR('ManifoldPoint does not leave room for the other points');
