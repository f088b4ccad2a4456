/** What is wrong with a value. Each has a section in docs/errors.md, which is published with the package. */
export type InputProblem =
  | 'not-finite'
  | 'out-of-range'
  | 'wrong-type'
  | 'wrong-length'
  | 'not-normalised'
  | 'stale-handle'
  | 'unknown-option'
  | 'disposed'
  | 'out-of-memory'
  | 'unsupported'
  | 'invalid-snapshot';

/** Thrown by the call that passed the value, before anything changes. Never by a running step. */
export class PhysicsInputError extends Error {
  override readonly name = 'PhysicsInputError';

  constructor(
    readonly problem: InputProblem,
    where: string,
    detail: string,
  ) {
    super(`${where}: ${detail} (${problem}, see @atoll/engine/docs/errors.md#${problem})`);
  }
}

/** What went wrong in a world that was given good values. Each has a section in docs/errors.md. */
export type WorldProblem =
  | 'worker-failed'
  | 'kernel-failed'
  | 'kernel-mismatch'
  | 'load-failed'
  | 'out-of-memory'
  | 'non-finite'
  | 'disposed';

/** Something failed that no argument caused: a worker, the memory, loading. Rejects promises; arrives in `problem` events. */
export class PhysicsError extends Error {
  override readonly name = 'PhysicsError';

  constructor(
    readonly problem: WorldProblem,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${detail} (${problem}, see @atoll/engine/docs/errors.md#${problem})`, options);
  }
}
