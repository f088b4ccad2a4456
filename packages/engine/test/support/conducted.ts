import type { KernelExports } from '@atoll/kernel';
import { createKernelWorld, kernelImports, loadKernel } from '../../src/transport/kernel.js';
import type { Transport, TransportListener } from '../../src/transport/transport.js';
import { Core } from '../../src/world/core.js';
import { resolveWorld } from '../../src/world/options.js';
import { World } from '../../src/world/world.js';

interface Conducted {
  readonly workers: number;
  readonly cores: number;
  readonly sleep?: boolean;
  /** What the kernel calls when the page may be told of an answer. */
  readonly foretell?: () => void;
  /** In place of a transport that does nothing when it is rung, and asks nothing. */
  readonly transport?: (
    kernel: KernelExports,
    address: number,
    told: (isForetold: boolean) => void,
  ) => Partial<Transport>;
}

/** A world of the shared kernel without a pool: this thread is its conductor, where it calls the kernel, and tells the page. */
export async function conductedWorld({ workers, cores, sleep = true, foretell, transport }: Conducted) {
  const module = await loadKernel('shared');
  const { memory, world: address } = await createKernelWorld(module, {
    shared: true,
    workers,
    cores,
    maxMemory: 2 ** 27,
  });
  const kernel = new WebAssembly.Instance(module, kernelImports(memory, foretell)).exports as KernelExports;
  let listener: TransportListener;
  const told = (isForetold: boolean): void => listener.onReadable(isForetold);
  const core = new Core({
    kind: 'shared',
    workers,
    isSynchronous: false,
    memory,
    world: address,
    listen: (its) => (listener = its),
    ring() {},
    hold() {},
    close: () => Promise.resolve(),
    ...transport?.(kernel, address, told),
  });
  return { world: new World(core, resolveWorld({ sleep }).settings), module, memory, address, kernel, told };
}
