import { useEffect, useState } from 'react';
import { Body, SphericalJoint } from '@atoll/react';
import { seen } from './seen.js';

const see = (body: Body | null) => void (body && seen.bodies.add(body));

export function Scene() {
  const [mountedAt] = useState(() => performance.now());
  useEffect(() => void (seen.mountedAt = mountedAt), [mountedAt]);
  return (
    <>
      <Body ref={see} name="faller" position={[0, 100, 0]} linearVelocity={[1, 0, 0]} linearDamping={0}>
        <mesh>
          <boxGeometry />
        </mesh>
      </Body>
      <Pendulum />
    </>
  );
}

function Pendulum() {
  const [bob] = useState<{ current: Body | null }>(() => ({ current: null }));
  return (
    <>
      <Body ref={bob} name="bob" position={[5, 50, 0]}>
        <mesh>
          <sphereGeometry />
        </mesh>
      </Body>
      <SphericalJoint b={bob} anchor={[3, 50, 0]} />
    </>
  );
}
