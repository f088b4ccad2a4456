import type { BodyOptions } from './options.js';
import { isState } from './settings.js';

/** Lists that are longer are not looked through: points, and the vertices of meshes. */
const LONGEST = 16;
/** Equal to nothing: what cannot be compared is not the same. */
const UNKNOWN = NaN;

/** A list or an object as it was: what it is told later does not change it. A list has no names. */
export class Given {
  constructor(
    readonly names: readonly string[] | undefined,
    readonly values: readonly unknown[],
    /** Whether where a body starts and how it moves is left out. */
    readonly lacksState = false,
  ) {}
}

/**
 * What the options of a body said, apart from where it starts and how it moves; `userData` is that very value. Nothing where they are of a class of their
 * own: what they inherit counts, too.
 */
export function givenBy(options: BodyOptions): Given | undefined {
  if (!isPlain(options)) return undefined;
  const given = Object.entries(options).filter(([name]) => !isState(name));
  return new Given(
    given.map(([name]) => name),
    given.map(([name, value]) => (name === 'userData' ? value : copyOf(value))),
    true,
  );
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length > LONGEST ? UNKNOWN : new Given(undefined, value.map(copyOf));
  return isPlain(value) ? new Given(Object.keys(value), Object.values(value).map(copyOf)) : UNKNOWN;
}

/**
 * Whether a value says the same as what `given` is of, name by name in the same order. Then it is as right as that was. One function for options and what
 * is in them: of two the host would compile one into the other, too, while thousands of bodies are created.
 */
export function saysTheSame(given: unknown, value: unknown): boolean {
  if (!(given instanceof Given)) return false;
  const { names, values } = given;
  if (names === undefined) {
    if (!Array.isArray(value) || value.length !== values.length) return false;
    for (let i = 0; i < values.length; i++)
      if (value[i] !== values[i] && !saysTheSame(values[i], value[i])) return false;
    return true;
  }
  if (!isPlain(value)) return false;
  let found = 0;
  for (const name in value) {
    if (names[found] !== name) {
      if (given.lacksState && isState(name)) continue;
      return false;
    }
    if (value[name] !== values[found] && !saysTheSame(values[found], value[name])) return false;
    found++;
  }
  return found === names.length;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
