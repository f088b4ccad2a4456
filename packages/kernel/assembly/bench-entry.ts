/** The kernel with what benchmarks measure alone: shared memory, not published. */
export * from './index';
export { benchBarrier } from './threads/bench-barrier';
