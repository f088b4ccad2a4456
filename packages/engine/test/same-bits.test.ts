/** What the page works out for the simulation has the same bits on every machine: no function takes part whose result is the host's to choose. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { solidOf } from '../src/shapes/solids.js';

const root = fileURLToPath(new URL('../src', import.meta.url));
/** These give what ECMAScript says to the bit. */
const EXACT = ['PI', 'abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'];
/** What is only read, or told in an error, may differ in its last bit. */
const READINGS = ['joint/coordinates.ts', 'joint/joint.ts', 'queries/batches.ts'];

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

it('the engine uses no function that machines may round differently', () => {
  const used = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = withoutComments(readFileSync(join(root, file), 'utf8'));
      const functions = [...source.matchAll(/\bMath\.(\w+)/g)].map(([, name]) => name!);
      // Powers of two are exact.
      const powers = [...source.matchAll(/\S+ \*\*=? \S+/g)]
        .map(([text]) => text)
        .filter((text) => !/^\(?2 \*\* \d/.test(text));
      return [...functions.filter((name) => !EXACT.includes(name)), ...powers].map((what) => `${file}: ${what}`);
    });
  const files = new Set(used.map((line) => line.slice(0, line.indexOf(':')).replaceAll('\\', '/')));
  expect([...files].sort()).toEqual(READINGS);
});

it.each([0.1, 0.3, 0.7, 1.1, 1e-3, 123.4])('a ball of %f m weighs what products say', (r) => {
  const { volume } = solidOf({ shape: 'sphere', size: [r, 0, 0], rounding: 0, geometry: undefined });
  expect(volume).toBe((4 / 3) * Math.PI * (r * r * r));
});
