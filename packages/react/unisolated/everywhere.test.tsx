import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { describeComponents } from '../test/everywhere/components.js';
import { describeEvents } from '../test/everywhere/events.js';
import { describeHooks } from '../test/everywhere/hooks.js';

afterEach(cleanup);
describeComponents('transfer');
describeHooks('transfer');
describeEvents('transfer');
