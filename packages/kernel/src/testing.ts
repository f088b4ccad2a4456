/** Where the build with internals exported lies. In a module of its own: a bundler must not look for it. */
export const testKernelUrl = (): URL => new URL('../dist/kernel.test.wasm', import.meta.url);
