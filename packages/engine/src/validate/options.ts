import { PhysicsInputError } from '../errors.js';
import { describe } from './describe.js';

/** Checks that `value` is an object with no keys but the known ones: a misspelt option would else do nothing, silently. */
export function checkOptions(
  value: unknown,
  known: ReadonlySet<string>,
  where: string,
): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PhysicsInputError('wrong-type', where, `expected an object of options, got ${describe(value)}`);
  }
  for (const key of Object.keys(value)) {
    if (known.has(key)) continue;
    const guess = nearest(key, known);
    throw new PhysicsInputError(
      'unknown-option',
      `${where}.${key}`,
      `there is no such option${guess ? `, did you mean ${guess}?` : ''}`,
    );
  }
}

export function boolean(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean')
    throw new PhysicsInputError('wrong-type', where, `expected true or false, got ${describe(value)}`);
  return value;
}

export function oneOf<T extends string>(value: unknown, allowed: readonly T[], where: string): T {
  if (typeof value === 'string' && (allowed as readonly string[]).includes(value)) return value as T;
  const list = allowed.map((name) => `'${name}'`).join(', ');
  const guess = typeof value === 'string' ? nearest(value, allowed) : undefined;
  const detail = `expected ${allowed.length > 1 ? 'one of ' : ''}${list}, got ${describe(value)}${guess ? `, did you mean '${guess}'?` : ''}`;
  throw new PhysicsInputError(typeof value === 'string' ? 'out-of-range' : 'wrong-type', where, detail);
}

/**
 * `value`, or `fallback` where it was left out. An error says where it is: at `where`, under `key`. Apart, because most options are left out: nothing
 * is put together for them.
 */
export function given<T>(
  value: unknown,
  fallback: T,
  check: (value: unknown, where: string) => T,
  where: string,
  key?: string,
): T {
  if (value === undefined) return fallback;
  return check(value, key === undefined ? where : `${where}.${key}`);
}

/** The known name that differs least, if it is near enough to be a slip. */
function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions and replacements between two words. V. Levenshtein, "Binary codes…", 1966. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
