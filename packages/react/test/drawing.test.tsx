import { useFrame } from '@react-three/fiber';
import { createRef, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Matrix4, Vector3, type InstancedMesh, type Object3D } from 'three';
import { describe, expect, it } from 'vitest';
import { Body, InstancedBodies, usePose } from '@atoll/react';
import { renderWorld } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry />
  </mesh>
);

/** A group that another useFrame moves before the world's. */
function Moving({ children }: { children: ReactNode }) {
  const group = useRef<Object3D>(null);
  useFrame((_, delta) => void (group.current!.position.y += 3 * delta), -200);
  return <group ref={group as never}>{children}</group>;
}
let posed!: ReturnType<typeof usePose>;
function Posed() {
  const pose = usePose();
  useLayoutEffect(() => void (posed = pose));
  return null;
}

describe('what is drawn', () => {
  const fly = (children?: ReactNode) => (
    <Body name="flyer" position={[0, 0, 0]} linearVelocity={[7, 1, -3]} gravityScale={0}>
      {box}
      {children}
    </Body>
  );

  /** Bodies that fly evenly, and where a camera in useFrame sees them. */
  const flyers: Record<string, [tree: ReactNode, see: (scene: Object3D) => Vector3]> = {
    'a body': [fly(), (scene) => scene.getObjectByName('flyer')!.getWorldPosition(new Vector3())],
    'a body in a parent that moves': [
      <Moving key="moving">{fly()}</Moving>,
      (scene) => scene.getObjectByName('flyer')!.getWorldPosition(new Vector3()),
    ],
    'an instance': [
      <InstancedBodies key="many" instances={[{ key: 1 }]} linearVelocity={[7, 1, -3]} gravityScale={0}>
        <instancedMesh name="flyers" args={[undefined, undefined, 1]}>
          <boxGeometry />
        </instancedMesh>
      </InstancedBodies>,
      (scene) => {
        const matrix = new Matrix4();
        (scene.getObjectByName('flyers') as InstancedMesh).getMatrixAt(0, matrix);
        return new Vector3().setFromMatrixPosition(matrix);
      },
    ],
    usePose: [fly(<Posed />), () => posed.position.clone()],
  };
  const evenly = Object.keys(flyers).flatMap((name) => [144, 120, 75, 61, 48, 24].map((rate) => [name, rate] as const));

  it.each(evenly)('moves %s evenly at %i Hz for a camera that follows in useFrame', async (name, rate) => {
    const [tree, see] = flyers[name]!;
    const seen: Vector3[] = [];
    const Camera = () => (useFrame(({ scene }) => void seen.push(see(scene))), null);
    const { frames } = await renderWorld([<Camera key="camera" />, <group key="body">{tree}</group>], {
      clock: 'frame',
    });
    const draw = async (count: number) => {
      for (let i = 0; i < count; i++) await frames(1, 1 / rate);
    };
    await draw(10);
    seen.length = 0;
    await draw(3 * rate);
    const second = seen.slice(2).map((at, i) =>
      at
        .clone()
        .addScaledVector(seen[i + 1]!, -2)
        .add(seen[i]!)
        .length(),
    );
    expect(seen.at(-1)!.distanceTo(seen[0]!)).toBeGreaterThan(15);
    expect(Math.max(...second)).toBeLessThan(1e-4);
  });

  it.each([144, 75, 48])(
    'jumps where a body or an instance is teleported, and is never drawn on the way, at %i Hz',
    async (rate) => {
      const ref = createRef<Body>();
      const bodies = createRef<readonly Body[]>();
      const { frames, renderer } = await renderWorld(
        <>
          <Body ref={ref} name="jumper" gravityScale={0}>
            {box}
          </Body>
          <InstancedBodies ref={bodies} instances={[{ key: 1, position: [0, 9, 0] }]} gravityScale={0}>
            <instancedMesh name="jumpers" args={[undefined, undefined, 1]}>
              <boxGeometry />
            </instancedMesh>
          </InstancedBodies>
        </>,
        { clock: 'frame' },
      );
      const group = renderer.scene.findByProps({ name: 'jumper' }).instance as unknown as Object3D;
      const mesh = renderer.scene.findByProps({ name: 'jumpers' }).instance as unknown as InstancedMesh;
      await frames(5, 1 / rate);
      ref.current!.setPosition([100, 0, 0]);
      bodies.current![0]!.setPosition([100, 9, 0]);
      const seen = new Set<string>();
      const matrix = new Matrix4();
      for (let i = 0; i < 12; i++) {
        await frames(1, 1 / rate);
        mesh.getMatrixAt(0, matrix);
        seen.add(`${group.position.x} ${matrix.elements[12]}`);
      }
      expect([...seen].filter((at) => at !== '0 0')).toEqual(['100 100']);
    },
  );

  it.each([
    ['before the world', -200],
    ['in an ordinary useFrame', 0],
  ])('stays where the body is while all that is around it is moved and turned %s', async (_, priority) => {
    const outer = createRef<Object3D>();
    const inner = createRef<Object3D>();
    const Mover = () => {
      useFrame((_, delta) => {
        outer.current!.position.x += delta;
        outer.current!.rotation.y += delta;
        inner.current!.position.y -= delta;
      }, priority);
      return null;
    };
    const ref = createRef<Body>();
    const bodies = createRef<readonly Body[]>();
    const { frames, renderer, world } = await renderWorld(
      <>
        <Mover />
        <group ref={outer as never} scale={2}>
          <group ref={inner as never}>
            <Body ref={ref} name="still" position={[1, 2, 3]} rotation={[0, 1, 0]} linearVelocity={[1, 2, 0]}>
              {box}
            </Body>
            <InstancedBodies ref={bodies} name="many" instances={[{ key: 'a', position: [5, 0, 0] }]}>
              <instancedMesh name="mesh" args={[undefined, undefined, 1]}>
                <boxGeometry />
              </instancedMesh>
            </InstancedBodies>
          </group>
        </group>
      </>,
      { clock: 'frame', gravity: [0, 0, 0] },
    );
    const still = renderer.scene.findByProps({ name: 'still' }).instance as unknown as Object3D;
    const matrix = new Matrix4();
    let scene: Object3D = still;
    while (scene.parent) scene = scene.parent;
    const mesh = scene.getObjectByName('mesh') as InstancedMesh;
    const drawnAt = ({ index }: Body) => {
      const pose: number[] = [];
      world.poses.sample(index, pose);
      return new Vector3().fromArray(pose);
    };
    for (let i = 0; i < 20; i++) {
      await frames(1, 1 / 60);
      // As three does when it draws.
      scene.updateMatrixWorld();
      expect(new Vector3().setFromMatrixPosition(still.matrixWorld).distanceTo(drawnAt(ref.current!))).toBeLessThan(
        1e-5,
      );
      mesh.getMatrixAt(0, matrix);
      matrix.premultiply(mesh.matrixWorld);
      expect(new Vector3().setFromMatrixPosition(matrix).distanceTo(drawnAt(bodies.current![0]!))).toBeLessThan(1e-5);
    }
  });
});
