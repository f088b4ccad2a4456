/** What jsdom runs with the inline transport, in Chromium with the pool. */
import './support/in-the-pool.js';
import '../test/body.test.js';
import '../test/boundaries.test.js';
import '../test/colliders.test.js';
import '../test/debug.test.js';
import '../test/drawing.test.js';
import '../test/events.test.js';
import '../test/forces.test.js';
import '../test/forms.test.js';
import '../test/hooks.test.js';
import '../test/instances.test.js';
import '../test/joint-types.test.js';
import '../test/joint.test.js';
import '../test/query-hooks.test.js';
import '../test/restore.test.js';
import '../test/world.test.js';
import '../test/commit.test.js';
