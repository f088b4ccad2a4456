import type { StorybookConfig } from '@storybook/react-vite';
import { isolationHeaders } from '../scripts/isolation-headers.mjs';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { crossOriginIsolated: true, disableTelemetry: true },
  typescript: { reactDocgen: 'react-docgen' },
  // `crossOriginIsolated` covers Storybook's own server; under vitest the stories come from Vite's.
  viteFinal: (vite) => ({ ...vite, server: { ...vite.server, headers: isolationHeaders } }),
};

export default config;
