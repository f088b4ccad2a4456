export * from './generated/layout.js';
export { sharedKernelUrl, singleKernelUrl } from './urls.js';
export type { KernelExports, KernelImports } from './exports.js';
