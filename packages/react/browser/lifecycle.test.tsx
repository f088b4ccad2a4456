import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { describeCrashes, describeFailures, describeTraps } from '../test/everywhere/failures.js';
import { describeLeaks } from '../test/everywhere/leaks.js';
import { describeLifecycle } from '../test/everywhere/lifecycle.js';
import { browserOutside } from './support/browser-outside.js';

afterEach(cleanup);
describeLifecycle('shared', browserOutside);
describeFailures('shared');
describeCrashes('shared', browserOutside);
describeTraps();
describeLeaks('shared', browserOutside);
