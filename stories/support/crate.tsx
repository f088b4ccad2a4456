import type { ReactNode } from 'react';
import { Body, type BodyProps } from '@atoll/react';

export interface CrateProps extends BodyProps {
  /** Full extents, m. */
  size?: [number, number, number];
  colour: string;
}

export function Crate({ size = [1, 1, 1], colour, ...body }: CrateProps): ReactNode {
  return (
    <Body {...body}>
      <mesh castShadow receiveShadow>
        <boxGeometry args={size} />
        <meshStandardMaterial color={colour} />
      </mesh>
    </Body>
  );
}
