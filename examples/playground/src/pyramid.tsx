import { Body } from '@atoll/react';
import { BoxGeometry, Color, MeshStandardMaterial } from 'three';
import { palette } from './palette.ts';

// One geometry for all crates, and a lighter and a darker material for each colour.
const geometry = new BoxGeometry(1, 1, 1);
const materials = palette.crates.map((colour) =>
  [1, 0.88].map(
    (shade) => new MeshStandardMaterial({ color: new Color(colour).multiplyScalar(shade), roughness: 0.75 }),
  ),
);

export function Pyramid({ base }: { base: number }) {
  const crates = [];
  for (let row = 0; row < base; row++) {
    for (let i = 0; i < base - row; i++) {
      crates.push(
        <Body key={`${row}/${i}`} position={[(i - (base - row - 1) / 2) * 1.02, row + 0.5, 0]} density={200}>
          <mesh geometry={geometry} material={materials[row % materials.length]![i % 2]!} castShadow receiveShadow />
        </Body>,
      );
    }
  }
  return crates;
}

export function Ground() {
  return (
    <Body type="static" position={[0, -0.5, 0]}>
      <mesh receiveShadow>
        <boxGeometry args={[160, 1, 160]} />
        <meshStandardMaterial color={palette.ground} roughness={1} />
      </mesh>
    </Body>
  );
}
