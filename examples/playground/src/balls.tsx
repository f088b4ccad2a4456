import { Body } from '@atoll/react';
import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { MeshStandardMaterial, Raycaster, SphereGeometry, Vector2 } from 'three';
import { palette } from './palette.ts';

export interface Throw {
  readonly id: number;
  readonly from: [number, number, number];
  readonly velocity: [number, number, number];
}

/** m/s */
const SPEED = 26;
const RADIUS = 0.6;

const geometry = new SphereGeometry(RADIUS, 32, 20);
const material = new MeshStandardMaterial({ color: palette.ball, roughness: 0.3, metalness: 0.2 });

/** A click throws a ball from the camera, in the direction of the pointer. */
export function Balls({ throws, onThrow }: { throws: Throw[]; onThrow(next: Omit<Throw, 'id'>): void }) {
  const camera = useThree((state) => state.camera);
  const canvas = useThree((state) => state.gl.domElement);
  useEffect(() => {
    const raycaster = new Raycaster();
    const onClick = (event: PointerEvent) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      raycaster.setFromCamera(
        new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2),
        camera,
      );
      const { origin, direction } = raycaster.ray;
      const from = origin.clone().addScaledVector(direction, 2);
      onThrow({ from: from.toArray(), velocity: direction.clone().multiplyScalar(SPEED).toArray() });
    };
    canvas.addEventListener('pointerdown', onClick);
    return () => canvas.removeEventListener('pointerdown', onClick);
  }, [camera, canvas, onThrow]);

  return throws.map(({ id, from, velocity }) => (
    <Body key={id} position={from} linearVelocity={velocity} density={900} restitution={0.2} rollingResistance={0.02}>
      <mesh geometry={geometry} material={material} castShadow />
    </Body>
  ));
}
