/** The kernel with internals exported, for tests alone. */
export * from './index';
