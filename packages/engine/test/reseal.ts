import { encodeSnapshot } from '../src/snapshot/format.js';

/** The snapshot with a checksum that fits its contents, as somebody who means harm would write it. */
export function resealed(bytes: Uint8Array): Uint8Array {
  const words = new Uint32Array(bytes.slice().buffer);
  const kernel = words.subarray(16, 16 + (words[4]! >>> 2));
  const text = new TextDecoder().decode(new Uint8Array(words.buffer, 64 + words[4]!, words[5]));
  return encodeSnapshot([kernel], () => text);
}
