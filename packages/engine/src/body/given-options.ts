import type { BodyOptions } from './options.js';
import { isState } from './settings.js';

/** Lists that are longer are not looked through: points, and the vertices of meshes. */
const LONGEST = 16;
/** Equal to nothing: what cannot be compared is not the same. */
const UNKNOWN = NaN;

/**
 * What the options of a body said, apart from where it starts and how it moves. What lists and objects among them are told later does not change it;
 * `userData` is that very value.
 */
export class GivenOptions {
  private readonly names: readonly string[];
  private readonly values: readonly unknown[];

  /** Nothing where options are of a class of their own: what they inherit counts, too. */
  static of(options: BodyOptions): GivenOptions | undefined {
    return isPlain(options) ? new GivenOptions(options) : undefined;
  }

  private constructor(options: Record<string, unknown>) {
    const given = Object.entries(options).filter(([name]) => !isState(name));
    this.names = given.map(([name]) => name);
    this.values = given.map(([name, value]) => (name === 'userData' ? value : copyOf(value)));
  }

  /** Whether `options` say the same, name by name in the same order. Then they are as right as these were. */
  isSaidBy(options: unknown): boolean {
    if (!isPlain(options)) return false;
    const { names, values } = this;
    let found = 0;
    for (const name in options) {
      // No state is among the names.
      if (names[found] !== name) {
        if (isState(name)) continue;
        return false;
      }
      const value = options[name];
      if (value !== values[found] && !isCopyOf(values[found], value)) return false;
      found++;
    }
    return found === names.length;
  }
}

/** A list or an object as it was. A list has no names. */
class Copy {
  constructor(
    readonly names: readonly string[] | undefined,
    readonly values: readonly unknown[],
  ) {}
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length > LONGEST ? UNKNOWN : new Copy(undefined, value.map(copyOf));
  return isPlain(value) ? new Copy(Object.keys(value), Object.values(value).map(copyOf)) : UNKNOWN;
}

/** Whether a value that is not `copy` itself is what it was made of. */
function isCopyOf(copy: unknown, value: unknown): boolean {
  if (!(copy instanceof Copy)) return false;
  const { names, values } = copy;
  if (names === undefined) {
    if (!Array.isArray(value) || value.length !== values.length) return false;
    for (let i = 0; i < values.length; i++) if (value[i] !== values[i] && !isCopyOf(values[i], value[i])) return false;
    return true;
  }
  if (!isPlain(value)) return false;
  let found = 0;
  for (const name in value) {
    if (names[found] !== name) return false;
    if (value[name] !== values[found] && !isCopyOf(values[found], value[name])) return false;
    found++;
  }
  return found === names.length;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
