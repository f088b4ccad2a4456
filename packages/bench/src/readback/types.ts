/** What is mounted. */
export const cases = {
  instanced: '10,000 moving bodies, one instanced mesh',
  bodies: '2,000 moving bodies, a mesh each',
  sleeping: '2,000 sleeping bodies',
} as const;
export type Case = keyof typeof cases;

export const libraries = ['@atoll/react', '@react-three/rapier'] as const;
export type Library = (typeof libraries)[number];

/** What a library took too long for, ms. */
export const limits = { mount: 120_000, frames: 30_000 } as const;

export interface ReadbackResult {
  /** ms from the first render of the bodies to their first frame. Infinity where `limits.mount` was over before. */
  readonly mount: number;
  /** ms of the main thread a frame, in the order of the frames: all that three fiber does before drawing. */
  readonly frames: readonly number[];
  /** ms of that in what the library has called once a frame. */
  readonly calls: readonly number[];
  /** m: how far the first body moved, as it is drawn. Tells that there was something to do. */
  readonly moved: number;
}
