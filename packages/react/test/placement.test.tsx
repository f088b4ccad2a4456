import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { Body, BoxCollider, MeshCollider } from '@atoll/react';
import { renderWorld } from './support/render.js';

const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);

describe('what is not drawn', () => {
  it.each([false, true])('becomes no collider, but collider components in it do (includeInvisible %s)', async (all) => {
    const ref = createRef<Body>();
    await renderWorld(
      <Body ref={ref} includeInvisible={all}>
        <group visible={false}>
          {crate}
          <group position={[0, 3, 0]}>
            <BoxCollider halfExtents={[1, 2, 3]} />
          </group>
          <MeshCollider type="sphere">{crate}</MeshCollider>
        </group>
      </Body>,
    );
    const shapes = ref.current!.colliders.map(({ shape, position }) => `${shape} ${position[1]}`);
    expect(shapes).toEqual([...(all ? ['box 0'] : []), 'box 3', 'sphere 0']);
  });
});
