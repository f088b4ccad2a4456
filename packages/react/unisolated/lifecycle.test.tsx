import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { describeCrashes, describeFailures } from '../test/everywhere/failures.js';
import { describeLeaks } from '../test/everywhere/leaks.js';
import { describeLifecycle } from '../test/everywhere/lifecycle.js';
import { browserOutside } from '../browser/support/browser-outside.js';

afterEach(cleanup);
describeLifecycle('transfer', browserOutside);
describeFailures('transfer');
describeCrashes('transfer', browserOutside);
describeLeaks('transfer', browserOutside);
