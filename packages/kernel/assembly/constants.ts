/** Lengths in metres, times in seconds, angles in radians. Why each one is what it is stands beside it; the code has the value once. */
export namespace Tuning {
  /** Collision and constraint tolerance: visually nothing, numerically far above f32 noise near the origin. */
  export const LINEAR_SLOP: f32 = 0.005;
  /** Contacts exist before surfaces touch, so that a body arriving within one step meets its constraint. */
  export const SPECULATIVE_DISTANCE: f32 = 4.0 * LINEAR_SLOP;
  /** Fat bounds grow by this part of the extent: what trembles stays within; wider ones meet more that never touches... */
  export const BOUNDS_MARGIN_FRACTION: f32 = 0.06;
  /** ...and at most by this. */
  export const BOUNDS_MARGIN_MAX: f32 = 0.02;
  /** Fat bounds also reach this many steps ahead along the velocity: fewer are inserted anew than with wider margins. */
  export const BOUNDS_PREDICTION: f32 = 5.0;
  /** What meets once often meets again: a pair is given up only where its fat bounds are this far apart... */
  export const PARTING_DISTANCE: f32 = 0.1;
  /** ...or this part of the smaller one. */
  export const PARTING_FRACTION: f32 = 0.125;
  /** An island below its thresholds for this long falls asleep. */
  export const TIME_TO_SLEEP: f32 = 0.5;
  /** Fastest a body may move; keeps one step's motion finite. */
  export const MAX_SPEED: f32 = 400.0;
  /** Fastest a body is told to turn: the sums of a step lose nothing beside it, and no square of it overflows. */
  export const MAX_SPIN: f32 = 1e5;
  /** Most a body may turn in a step; continuous collision relies on it. */
  export const MAX_ROTATION: f32 = 0.785398163;
  /** A manifold is refreshed, not rebuilt, while the bodies moved less than this against each other... */
  export const REUSE_DISTANCE: f32 = 0.05;
  /** ...but never more than this part of the smaller body's extent. */
  export const REUSE_EXTENT_FRACTION: f32 = 0.04;
  /** |xyz| of the relative quaternion: sin of half of 10°, but again bounded by the extent. */
  export const REUSE_HALF_ANGLE: f32 = 0.0872;
  /** Graph colours; the last STATIC_COLOURS are tried first by constraints against bodies that cannot move. */
  export const COLOURS: i32 = 24;
  export const STATIC_COLOURS: i32 = 4;
  export const MANIFOLD_POINTS: i32 = 4;
  export const MAX_SUBSTEPS: i32 = 64;
  /** Where more joints hang together, passes one by one lose their way: docs/decisions/0009. */
  export const FEW_JOINTS: i32 = 12;
}

/** Where a body lives. */
export namespace BodySet {
  export const STATIC: i32 = 0;
  export const AWAKE: i32 = 1;
  export const ASLEEP: i32 = 2;
  export const DISABLED: i32 = 3;
}

export const NONE: i32 = -1;
