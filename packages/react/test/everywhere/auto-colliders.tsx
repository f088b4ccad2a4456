import type { TransportKind, World } from '@atoll/engine';
import { createRef, Suspense, use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import {
  Box3,
  BoxGeometry,
  Group,
  Matrix4,
  Mesh,
  TetrahedronGeometry,
  Vector3,
  type InstancedMesh,
  type Object3D,
} from 'three';
import { describe, expect, it } from 'vitest';
import { Body, InstancedBodies, type BodyProps, type ColliderMode } from '@atoll/react';
import { pause, show } from './show.js';

const modes = ['auto', 'box', 'sphere', 'hull', 'trimesh'] as const;
const brick = new BoxGeometry(1, 2, 3).translate(0.1, 0.2, 0.3);
const corner = new TetrahedronGeometry(1);

/** Suspends for a moment, as what loads does. */
function Later<T>({ make, children }: { make: () => T; children: (value: T) => ReactNode }) {
  const [promise] = useState(() => new Promise<T>((done) => setTimeout(() => done(make()), 20)));
  return (
    <Suspense fallback={null}>
      <Loaded from={promise} make={children} />
    </Suspense>
  );
}

function Loaded<T>({ from, make }: { from: Promise<T>; make: (value: T) => ReactNode }) {
  return make(use(from));
}

/** Sets its matrices as people do: in an effect. */
function Instances({ late }: { late: boolean }) {
  const mesh = useRef<InstancedMesh>(null);
  const place = () => {
    for (let i = 0; i < 3; i++) mesh.current!.setMatrixAt(i, new Matrix4().makeTranslation(i * 4, i, 0));
    mesh.current!.instanceMatrix.needsUpdate = true;
  };
  useLayoutEffect(() => {
    if (!late) place();
  });
  useEffect(() => {
    if (late) place();
  });
  return <instancedMesh ref={mesh} args={[brick, undefined, 3]} />;
}

/** Comes with its own state alone: the body does not render again. */
function Delayed({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return isThere && children;
}

const model = (): Object3D => {
  const root = new Group();
  const arm = new Group();
  arm.position.set(0, 3, 0);
  arm.rotation.x = 1;
  arm.add(new Mesh(corner));
  root.add(arm, new Mesh(brick));
  return root;
};

/** What may be inside a body. */
const contents: Record<string, ReactNode> = {
  'an indexed mesh': <mesh geometry={brick} />,
  'a mesh without an index': <mesh geometry={brick.toNonIndexed()} />,
  'geometry and material as children': (
    <mesh>
      <tetrahedronGeometry args={[2]} />
      <meshBasicMaterial />
    </mesh>
  ),
  'nested groups, moved, turned and scaled': (
    <group position={[1, 2, 3]} rotation={[0, 1, 0]}>
      <group scale={2} position={[0, 1, 0]}>
        <group rotation={[0.5, 0, 0.5]}>
          <mesh geometry={brick} position={[0.5, 0, 0]} />
        </group>
        <mesh geometry={corner} />
      </group>
    </group>
  ),
  'meshes in meshes': (
    <mesh geometry={brick}>
      <mesh geometry={corner} position={[0, 3, 0]} />
    </mesh>
  ),
  'an instanced mesh, placed in a layout effect': <Instances late={false} />,
  'an instanced mesh, placed in an effect': <Instances late />,
  'a model': <primitive object={model()} />,
  'a model that suspends': <Later make={model}>{(object) => <primitive object={object} />}</Later>,
  'a geometry that suspends inside its mesh': (
    <mesh>
      <Later make={() => brick}>{(geometry) => <primitive object={geometry} attach="geometry" />}</Later>
    </mesh>
  ),
  'a mesh that a component inside brings later': (
    <Delayed>
      <mesh geometry={brick} />
    </Delayed>
  ),
  'a geometry that a component inside brings later': (
    <mesh>
      <Delayed>
        <boxGeometry args={[1, 2, 3]} />
      </Delayed>
    </mesh>
  ),
};

/** How far everything reaches that is drawn below `root`, when each mesh is what `mode` makes of it. */
function expected(root: Object3D, mode: (typeof modes)[number], invisible = false): Box3 {
  const bounds = new Box3();
  root.updateWorldMatrix(true, true);
  const visit = (object: Object3D): void => {
    if (!object.visible && !invisible) return;
    const mesh = object as InstancedMesh;
    if (mesh.isMesh && mesh.geometry.attributes.position) {
      for (let i = 0; i < (mesh.isInstancedMesh ? mesh.count : 1); i++) {
        const matrix = new Matrix4();
        if (mesh.isInstancedMesh) mesh.getMatrixAt(i, matrix);
        add(mesh, matrix.premultiply(mesh.matrixWorld));
      }
    }
    object.children.forEach(visit);
  };
  const add = ({ geometry }: Mesh, matrix: Matrix4): void => {
    geometry.computeBoundingBox();
    geometry.computeBoundingSphere();
    const points = geometry.attributes.position!;
    if (mode === 'sphere') {
      const { center, radius } = geometry.boundingSphere!;
      const size = 2 * radius * matrix.getMaxScaleOnAxis();
      const centre = center.clone().applyMatrix4(matrix);
      bounds.union(new Box3().setFromCenterAndSize(centre, new Vector3(size, size, size)));
    } else if (mode === 'hull' || mode === 'trimesh') {
      for (let i = 0; i < points.count; i++)
        bounds.expandByPoint(new Vector3().fromBufferAttribute(points, i).applyMatrix4(matrix));
    } else {
      bounds.union(geometry.boundingBox!.clone().applyMatrix4(matrix));
    }
  };
  visit(root);
  return bounds;
}

/** How far everything in the world reaches: where a large plate stops that comes from each side. */
async function measured(world: World): Promise<Box3> {
  const bounds = new Box3();
  for (const axis of ['x', 'y', 'z'] as const) {
    for (const side of [1, -1]) {
      const halfExtents = new Vector3(60, 60, 60);
      halfExtents[axis] = 0.5;
      const hit = await world.castShape({
        shape: 'box',
        halfExtents: halfExtents.toArray(),
        position: new Vector3().setComponent('xyz'.indexOf(axis), side * 50).toArray(),
        direction: new Vector3().setComponent('xyz'.indexOf(axis), -side).toArray(),
        maxDistance: 100,
      });
      const reach = hit ? side * (50 - hit.distance - 0.5) : -side * Infinity;
      bounds[side > 0 ? 'max' : 'min'][axis] = reach;
    }
  }
  return bounds;
}

const corners = ({ min, max }: Box3): number[] => [...min.toArray(), ...max.toArray()];

/** Colliders that bodies make of meshes, on one transport. */
export function describeAutoColliders(transport: TransportKind): void {
  const still: BodyProps = { type: 'static', name: 'still', position: [1, -2, 3], rotation: [0.2, 0.3, 0.1] };
  const cases = Object.keys(contents).flatMap((name) => modes.map((mode) => [name, mode] as const));

  describe(`colliders of meshes on the ${transport} transport`, () => {
    it.each(cases)('of %s: %s', async (name, mode) => {
      const { step, state, world } = await show(transport, [
        <Body key="still" {...still} colliders={mode}>
          {contents[name]}
        </Body>,
      ]);
      let reach: number[] = [];
      let found: number[] = [];
      for (const end = Date.now() + 5000; Date.now() < end;) {
        await step(1);
        reach = corners(expected(state.scene.getObjectByName('still')!, mode));
        found = corners(await measured(world));
        if (Number.isFinite(reach[0]) && close(found, reach)) break;
        await pause();
      }
      expect(Number.isFinite(reach[0])).toBe(true);
      found.forEach((value, i) => expect(value).toBeCloseTo(reach[i]!, 2.5));
    });

    it('false makes none; what is not visible is left out, unless asked', async () => {
      const meshes = [
        <mesh key="seen" geometry={brick} />,
        <group key="hidden" visible={false}>
          <mesh geometry={brick} position={[0, 9, 0]} />
        </group>,
      ];
      const tree = (mode: ColliderMode, includeInvisible: boolean) => [
        <Body key="still" {...still} colliders={mode} includeInvisible={includeInvisible}>
          {meshes}
        </Body>,
      ];
      const { step, update, state, world } = await show(transport, tree('hull', false));
      for (const invisible of [false, true]) {
        await update(tree('hull', invisible));
        await step(1);
        const reach = corners(expected(state.scene.getObjectByName('still')!, 'hull', invisible));
        corners(await measured(world)).forEach((value, i) => expect(value).toBeCloseTo(reach[i]!, 2.5));
      }
      await update(tree(false, true));
      await step(1);
      expect(corners(await measured(world))).toEqual([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
    });

    it('instances have them of a geometry that suspends', async () => {
      const ref = createRef<readonly Body[]>();
      const { step } = await show(transport, [
        <InstancedBodies key="many" ref={ref} instances={[{ key: 1 }, { key: 2, position: [9, 0, 0], scale: 2 }]}>
          <instancedMesh args={[undefined, undefined, 2]}>
            <Later make={() => new BoxGeometry(1, 2, 3)}>
              {(geometry) => <primitive object={geometry} attach="geometry" />}
            </Later>
          </instancedMesh>
        </InstancedBodies>,
      ]);
      const bodies = ref.current!;
      for (const end = Date.now() + 5000; bodies[0]!.colliders.length === 0 && Date.now() < end;) {
        await step(1);
        await pause();
      }
      expect(ref.current).toBe(bodies);
      expect(bodies.map(({ colliders }) => colliders.map(({ size }) => size))).toEqual([[[0.5, 1, 1.5]], [[1, 2, 3]]]);
    });
  });
}

const close = (a: number[], b: number[]): boolean => a.every((value, i) => Math.abs(value - b[i]!) < 1e-3);
