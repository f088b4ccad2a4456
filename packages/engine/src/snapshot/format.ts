import { LAYOUT_HASH, StatePart } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';

/*
 * u32: 'ATOL', version, hash of the kernel's records, bytes of the whole, of the kernel's parts and of the page's part; two of a checksum
 * over all that follows. Then StatePart records as the kernel wrote them, then JSON in UTF-8.
 */
const MAGIC = 0x4c4f5441;
const VERSION = 7;
const HEADER_WORDS = 16;

export interface SnapshotParts {
  /** StatePart records, one behind the other. */
  readonly kernel: Uint32Array;
  readonly page: unknown;
}

/** `page` makes the page's text of the kernel's records. */
export function encodeSnapshot(
  pieces: readonly Uint32Array[],
  page: (records: Uint32Array) => string,
): Uint8Array<ArrayBuffer> {
  const kernelWords = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const records = new Uint32Array(kernelWords);
  let at = 0;
  for (const piece of pieces) {
    records.set(piece, at);
    at += piece.length;
  }
  const text = new TextEncoder().encode(page(records));
  const words = new Uint32Array(HEADER_WORDS + kernelWords + ((text.length + 3) >>> 2));
  words.set(records, HEADER_WORDS);
  new Uint8Array(words.buffer).set(text, (HEADER_WORDS + kernelWords) * 4);
  const [a, b] = checksum(words);
  words.set([MAGIC, VERSION, LAYOUT_HASH, words.byteLength, kernelWords * 4, text.length, a, b]);
  return new Uint8Array(words.buffer);
}

/** @throws PhysicsInputError invalid-snapshot */
export function decodeSnapshot(bytes: unknown): SnapshotParts {
  if (!(bytes instanceof Uint8Array)) refuse('expected a Uint8Array');
  if (bytes.byteLength < HEADER_WORDS * 4 || bytes.byteLength % 4 !== 0)
    refuse(`${bytes.byteLength} bytes are cut short`);
  // A copy: it is aligned, and nobody changes it meanwhile.
  const words = new Uint32Array(bytes.slice().buffer);
  const [magic, version, layout, byteLength, kernelBytes, textBytes, a, b] = words as unknown as number[];
  if (magic !== MAGIC) refuse('it is no snapshot');
  if (version !== VERSION || layout !== LAYOUT_HASH) refuse('it was made by another version');
  if (byteLength !== words.byteLength || kernelBytes! % 16 !== 0) refuse('it is cut short');
  const textFrom = HEADER_WORDS * 4 + kernelBytes!;
  if (textFrom + ((textBytes! + 3) & ~3) !== byteLength) refuse('it is cut short');
  const found = checksum(words);
  if (a !== found[0] || b !== found[1]) refuse('its checksum is wrong');
  const kernel = words.subarray(HEADER_WORDS, textFrom >>> 2);
  for (let at = 0; at < kernel.length;) {
    const length = kernel[at + (StatePart.byteLength >>> 2)] ?? 0;
    if (length < StatePart.stride || length % 16 !== 0 || at + length / 4 > kernel.length)
      refuse('a record is cut short');
    at += length / 4;
  }
  try {
    const text = new Uint8Array(words.buffer, textFrom, textBytes);
    return { kernel, page: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)) as unknown };
  } catch {
    return refuse('its text cannot be read');
  }
}

export function refuse(detail: string): never {
  throw new PhysicsInputError('invalid-snapshot', 'World.restore.bytes', detail);
}

/** Multiplicative hash of two lanes, for accidents: it keeps nobody from writing bytes of his own. */
function checksum(words: Uint32Array): [number, number] {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let i = HEADER_WORDS; i < words.length; i++) {
    a = Math.imul(a ^ words[i]!, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul((b + words[i]!) | 0, 0x85ebca77);
    b ^= b >>> 13;
  }
  return [a >>> 0, b >>> 0];
}
