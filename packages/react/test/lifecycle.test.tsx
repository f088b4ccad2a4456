import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { describeCrashes, describeFailures, describeTraps } from './everywhere/failures.js';
import { describeLeaks } from './everywhere/leaks.js';
import { describeLifecycle } from './everywhere/lifecycle.js';
import { nodeOutside } from './support/node-outside.js';

afterEach(cleanup);
for (const transport of ['inline', 'shared'] as const) {
  describeLifecycle(transport, nodeOutside);
  describeFailures(transport);
  describeLeaks(transport, nodeOutside);
}
describeCrashes('shared', nodeOutside);
describeTraps();
