// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('shows the example that is type-checked beside this test', () => {
  expect(read('../../../../README.md')).toContain('```tsx\n' + read('./example.tsx') + '```');
});
