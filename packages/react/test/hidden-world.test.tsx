import { create } from '@react-three/test-renderer';
import { Activity, createRef, startTransition, Suspense, useLayoutEffect, useState } from 'react';
import { expect, it } from 'vitest';
import type { World as EngineWorld } from '@atoll/engine';
import { Body, World } from '@atoll/react';
import { settle, until } from './support/render.js';

type Mode = 'hidden' | 'visible';

it('a world that is hidden and shown lives, however long the page takes between effects', async () => {
  const worlds: EngineWorld[] = [];
  const ref = createRef<Body>();
  let show!: (mode: Mode) => void;
  /** A page that is busy when it is shown: timers are due before the other effects run. */
  const Busy = () => {
    useLayoutEffect(() => {
      const end = performance.now() + 20;
      while (performance.now() < end);
    });
    return null;
  };
  const Page = () => {
    const [mode, setMode] = useState<Mode>('visible');
    show = setMode;
    return (
      <Activity mode={mode}>
        <World transport="inline" clock="manual" onReady={(world) => void worlds.push(world)}>
          <Body ref={ref} />
          <Busy />
        </World>
      </Activity>
    );
  };
  const renderer = await create(
    <Suspense fallback={null}>
      <Page />
    </Suspense>,
  );
  await until(() => worlds.length > 0, 'a world');
  // Two commits in a row, as React makes them on a page: `act` would end the effects of the first before the second.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  for (let i = 0; i < 5; i++) {
    show('hidden');
    startTransition(() => show('visible'));
    await new Promise((done) => setTimeout(done, 100));
  }
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  await settle();
  const { isDisposed, bodyCount } = worlds.at(-1)!;
  expect([isDisposed, bodyCount, ref.current?.isValid]).toEqual([false, 1, true]);
  await renderer.unmount();
});
