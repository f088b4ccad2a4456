import { useFrame } from '@react-three/fiber';
import type { RefObject } from 'react';
import type { Body } from '@atoll/react';

/** Takes the camera along with a body, over the ground. `from`: where it stands, m, as seen from the body at the origin. */
export function Follow({
  body,
  from,
}: {
  body: RefObject<Body | null>;
  from: readonly [number, number, number];
}): null {
  useFrame(({ camera }) => {
    const [x, , z] = body.current?.position ?? [0, 0, 0];
    camera.position.set(from[0] + x, from[1], from[2] + z);
  });
  return null;
}
