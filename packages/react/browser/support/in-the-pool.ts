import { afterEach, expect } from 'vitest';
import { caught } from '../../test/support/boundary.js';

(globalThis as { inThePool?: boolean }).inThePool = true;
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// Three fiber also reports to the page what error boundaries catch.
const reported: unknown[] = [];
window.addEventListener(
  'error',
  (event) => {
    reported.push(event.error);
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
afterEach(() => {
  for (const error of reported.splice(0)) expect(caught).toContain(error);
  caught.clear();
});
