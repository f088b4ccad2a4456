import { cleanup } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import * as everything from '@atoll/react';
import { describeAutoColliders } from './everywhere/auto-colliders.js';
import { describeClocks } from './everywhere/clocks.js';
import { describeComponents } from './everywhere/components.js';
import { describeEvents } from './everywhere/events.js';
import { describeHooks } from './everywhere/hooks.js';
import { describeTeleports } from './everywhere/teleports.js';
import { describeWorld } from './everywhere/world.js';

afterEach(cleanup);
describeComponents('inline');
describeAutoColliders('inline');
describeClocks('inline');
describeHooks('inline');
describeTeleports('inline');
describeWorld('inline');
describeEvents('inline');

it('every component and hook that there is, is in it', () => {
  const text = ['components', 'hooks', 'show']
    .map((name) => readFileSync(`packages/react/test/everywhere/${name}.tsx`, 'utf8'))
    .join('\n')
    .replaceAll(/import .*? from .*?;/gs, '');
  const missing = Object.keys(everything).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  expect(missing).toEqual([]);
});
