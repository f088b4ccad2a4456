/** What the colour stages do with each constraint. */
export namespace Pass {
  /** Joints and contacts, in the first substep. */
  export const WARM_START: i32 = 0;
  /** In the others: contacts are warm started body by body (`integrateVelocities`). */
  export const WARM_START_JOINTS: i32 = 1;
  export const SOLVE: i32 = 2;
  /** At the same positions: contacts know their push from the pass before. */
  export const SOLVE_AGAIN: i32 = 3;
  /** After the bodies have moved: takes the push out of the velocities. */
  export const RELAX: i32 = 4;
  /** Joints once more. */
  export const RELAX_JOINTS: i32 = 5;
  export const BOUNCE: i32 = 6;
  /** Joints alone, with bias. */
  export const SOLVE_JOINTS: i32 = 7;
}

export function isForJoints(pass: i32): bool {
  return pass == Pass.WARM_START_JOINTS || pass == Pass.RELAX_JOINTS || pass == Pass.SOLVE_JOINTS;
}

/** How many passes over the contacts a step of so many substeps makes: one warm start, then SOLVE, SOLVE_AGAIN and RELAX in each. */
export function passesOfStep(substeps: i32): i32 {
  return 1 + 3 * substeps;
}
