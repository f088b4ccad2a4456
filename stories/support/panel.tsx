import type { ReactNode } from 'react';
import { colours } from './look.js';

/** Buttons and readings over a stage. */
export function Panel({ children }: { children: ReactNode }): ReactNode {
  return (
    <div
      style={{
        position: 'absolute',
        left: 16,
        bottom: 16,
        display: 'flex',
        gap: 8,
        alignItems: 'center',
        font: '14px system-ui, sans-serif',
        color: colours.ball,
      }}
    >
      {children}
    </div>
  );
}
