import { Body, BoxCollider, World } from '@atoll/react';
import { Canvas } from '@react-three/fiber';
import { Suspense, useRef } from 'react';

export function App() {
  const crate = useRef<Body>(null);
  return (
    <Canvas camera={{ position: [0, 4, 10] }} onClick={() => crate.current?.applyImpulse([0, 5000, 0])}>
      <ambientLight />
      <directionalLight position={[4, 8, 6]} />
      <Suspense fallback={null}>
        <World gravity={[0, -9.81, 0]}>
          <Body ref={crate} position={[0, 5, 0]} restitution={0.2} onSleep={() => console.log('at rest')}>
            <mesh>
              <boxGeometry />
              <meshStandardMaterial color="coral" />
            </mesh>
          </Body>
          <Body type="static" colliders={false}>
            <BoxCollider halfExtents={[10, 0.5, 10]} friction={0.8} />
            <mesh>
              <boxGeometry args={[20, 1, 20]} />
              <meshStandardMaterial color="silver" />
            </mesh>
          </Body>
        </World>
      </Suspense>
    </Canvas>
  );
}
