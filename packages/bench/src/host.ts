/** What the runner and the adapters need of the place they run in. */
export interface Host {
  /** Version of an npm package that this package depends on. */
  version(packageName: string): Promise<string>;
  /** A file of such a package. */
  file(packageName: string, path: string): Promise<ArrayBuffer>;
  /** MiB of the whole process; NaN where that is not known. */
  memoryMiB(): number;
  /** Bytes of JavaScript heap in use; NaN where that is not known. */
  heapUsed(): number;
  /** Collects garbage, where that can be asked for. */
  collect(): void;
}
