import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

function Isolation() {
  return (
    <p>{globalThis.crossOriginIsolated ? 'This page is cross-origin isolated.' : 'Shared memory is not available.'}</p>
  );
}

const meta: Meta<typeof Isolation> = { title: 'Page/Isolation', component: Isolation };
export default meta;

/** Stories run where the shared transport can. */
export const Isolated: StoryObj<typeof Isolation> = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('This page is cross-origin isolated.')).toBeVisible();
  },
};
