/** Where the build with threads and shared memory lies. */
export const sharedKernelUrl = (): URL => new URL('../dist/kernel.shared.wasm', import.meta.url);

/** Where the build for one thread and its own memory lies. */
export const singleKernelUrl = (): URL => new URL('../dist/kernel.single.wasm', import.meta.url);
