import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { describeAutoColliders } from '../test/everywhere/auto-colliders.js';
import { describeClocks } from '../test/everywhere/clocks.js';
import { describeComponents } from '../test/everywhere/components.js';
import { describeEvents } from '../test/everywhere/events.js';
import { describeHooks } from '../test/everywhere/hooks.js';
import { describeTeleports } from '../test/everywhere/teleports.js';
import { describeWorld } from '../test/everywhere/world.js';

afterEach(cleanup);
describeComponents('transfer');
describeAutoColliders('transfer');
describeClocks('transfer');
describeHooks('transfer');
describeTeleports('transfer');
describeWorld('transfer');
describeEvents('transfer');
