import { LAYOUT_HASH, sharedKernelUrl, singleKernelUrl, type KernelExports, type KernelImports } from '@atoll/kernel';
import { PhysicsError } from '../errors.js';

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65536;
/** ms that a thread has to come back after its world ended, before it is ended too. */
export const CLOSING_TIME = 3000;
/** Enough for a small scene; the memory grows when a world needs more. */
const INITIAL_PAGES = 256;
/** ms between attempts to reserve memory. */
const RESERVE_PAUSES = [50, 200, 750];

type Build = 'shared' | 'single';
const modules = new Map<Build, Promise<WebAssembly.Module>>();

/** The compiled kernel. Compiled once a page; a failure is not kept, so that it can be tried again. */
export function loadKernel(build: Build): Promise<WebAssembly.Module> {
  let module = modules.get(build);
  if (!module) {
    module = compile(build === 'shared' ? sharedKernelUrl() : singleKernelUrl());
    modules.set(build, module);
    module.catch(() => modules.delete(build));
  }
  return module;
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await readBytes(url));
  } catch (cause) {
    throw new PhysicsError('load-failed', `The physics kernel could not be loaded from ${url.href}: ${String(cause)}`, {
      cause,
    });
  }
}

async function readBytes(url: URL): Promise<BufferSource> {
  if (url.protocol === 'file:') {
    // Node's fetch refuses files. Asked for at run time: an import would make every bundler look for node:fs.
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return readFile(process.getBuiltinModule('node:url').fileURLToPath(url.href)) as Promise<Buffer<ArrayBuffer>>;
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.arrayBuffer();
}

/** A memory, the kernel on it and a world in it. */
export interface KernelWorld {
  readonly memory: WebAssembly.Memory;
  readonly exports: KernelExports;
  /** Address of the WorldHeader. */
  readonly world: number;
}

interface MemoryOptions {
  readonly shared: boolean;
  /** bytes */
  readonly maxMemory: number;
}

interface KernelOptions extends MemoryOptions {
  readonly workers: number;
  readonly cores: number;
}

/** @throws PhysicsError out-of-memory, kernel-mismatch */
export async function createKernelWorld(module: WebAssembly.Module, options: KernelOptions): Promise<KernelWorld> {
  const memory = await reservePatiently(INITIAL_PAGES, options);
  return layOut(memory, await WebAssembly.instantiate(module, kernelImports(memory)), options);
}

/** As `createKernelWorld`, before it returns. A page may refuse to do that. */
export function createKernelWorldSync(module: WebAssembly.Module, options: KernelOptions): KernelWorld {
  const memory = reserve(INITIAL_PAGES, options);
  return layOut(memory, new WebAssembly.Instance(module, kernelImports(memory)), options);
}

function layOut(memory: WebAssembly.Memory, instance: WebAssembly.Instance, options: KernelOptions): KernelWorld {
  const exports = instance.exports as KernelExports;
  if (exports.layoutHash() >>> 0 !== LAYOUT_HASH) {
    throw new PhysicsError(
      'kernel-mismatch',
      'The kernel was built from other records than the engine: build both again',
    );
  }
  const world = exports.createWorld(options.workers, options.cores, maximumOf(options)) >>> 0;
  if (world === 0)
    throw new PhysicsError(
      'out-of-memory',
      `World.maxMemory: ${options.maxMemory} bytes are too few for an empty world`,
    );
  return { memory, exports, world };
}

/** Pages. */
const maximumOf = ({ maxMemory }: MemoryOptions): number => Math.floor(maxMemory / PAGE);

export function kernelImports(memory: WebAssembly.Memory, foretell = (): void => {}): KernelImports {
  return { env: { memory, now: () => (performance.now() * 1000) | 0, foretell } };
}

/**
 * Memory of so many pages at first. May have to wait: the browser gives back what a world held a while after its worker ended.
 * @throws PhysicsError out-of-memory
 */
export async function reservePatiently(initial: number, options: MemoryOptions): Promise<WebAssembly.Memory> {
  for (const pause of RESERVE_PAUSES) {
    try {
      return reserve(initial, options);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return reserve(initial, options);
}

function reserve(initial: number, options: MemoryOptions): WebAssembly.Memory {
  const maximum = maximumOf(options);
  try {
    return new WebAssembly.Memory({ initial: Math.min(initial, maximum), maximum, shared: options.shared });
  } catch (cause) {
    throw new PhysicsError('out-of-memory', `World.maxMemory: the page could not reserve ${maximum * PAGE} bytes`, {
      cause,
    });
  }
}
