import { Canvas } from '@react-three/fiber';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')!).render(
  <Canvas camera={{ position: [2, 2, 3] }}>
    <ambientLight intensity={0.5} />
    <directionalLight position={[3, 5, 2]} intensity={2} />
    <mesh>
      <boxGeometry />
      <meshStandardMaterial color="coral" />
    </mesh>
  </Canvas>,
);
