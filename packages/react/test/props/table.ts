import { readFileSync } from 'node:fs';

const page = readFileSync('docs/props.md', 'utf8');

/** The rows of one table of docs/props.md: prop to what a change does. */
export function tableOf(heading: string): Map<string, string> {
  const section = page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return new Map([...section.matchAll(/^\| `(\w+)`\s+\| (.+?)\s+\|$/gm)].map(([, prop, effect]) => [prop!, effect!]));
}

/** Equal by value, and new where it is plain: neither a ref nor what React made. */
export function equalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(equalValue);
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype || 'current' in (value as object)) return value;
  if ('$$typeof' in (value as object)) return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, equalValue(each)]));
}

/** Every key of every member of a union. */
export type KeysOf<T> = T extends unknown ? keyof T : never;
