/** The kernel with internals exported, for tests alone. */
export * from './index';
export * from './testing/memory';
export * from './testing/broadphase';
export * from './testing/narrowphase';
export * from './testing/mesh';
export * from './testing/validate';
