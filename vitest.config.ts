import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './scripts/chromium.mjs';
import { fastRefreshCommands } from './scripts/fast-refresh.mjs';
import { isolationHeaders } from './scripts/isolation-headers.mjs';
import { nodeUrls } from './scripts/node-bundle.mjs';

// A new object each time: vitest writes the project's name into it.
const chromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: chromiumLaunchOptions() }),
  instances: [{ browser: 'chromium' as const }],
});

// Found later, a dependency would make the server reload the page in the middle of a test.
const prebundled = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'three',
  '@react-three/fiber',
  '@atoll/react > zustand',
];

/** Milliseconds. Simulated seconds are slow on a machine that does other things too. */
const testTimeout = 30_000;

// Groups run one after the other: tests count on the cores for their own worker pools. Files without a browser run on all cores:
// the default leaves one free, and so ran them one by one on two.
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [nodeUrls()],
        test: {
          name: 'node',
          testTimeout,
          maxWorkers: '100%',
          include: ['packages/{kernel,engine,scenes,bench}/test/**/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [nodeUrls(), react()],
        test: {
          name: 'jsdom',
          testTimeout,
          maxWorkers: '100%',
          environment: 'jsdom',
          include: ['packages/react/test/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/act-environment.mjs'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        server: { headers: isolationHeaders },
        optimizeDeps: {
          include: [
            ...prebundled,
            '@atoll/react > @testing-library/react',
            '@atoll/react > @react-three/test-renderer',
          ],
        },
        test: {
          name: 'browser',
          testTimeout,
          include: ['packages/*/browser/**/*.test.{ts,tsx}'],
          browser: { ...chromium(), commands: fastRefreshCommands },
          sequence: { groupOrder: 2 },
        },
      },
      {
        // As most pages are served: without the headers that shared memory asks for.
        plugins: [react()],
        optimizeDeps: { include: [...prebundled, '@atoll/react > @testing-library/react'] },
        test: {
          name: 'unisolated',
          testTimeout,
          include: ['packages/*/unisolated/**/*.test.{ts,tsx}'],
          browser: chromium(),
          sequence: { groupOrder: 3 },
        },
      },
      {
        plugins: [storybookTest({ configDir: '.storybook' })],
        optimizeDeps: { include: prebundled },
        test: {
          name: 'storybook',
          testTimeout,
          browser: chromium(),
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
