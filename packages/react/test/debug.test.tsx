import { createRef } from 'react';
import { Box3, Vector3, type BufferAttribute, type LineSegments } from 'three';
import { describe, expect, it } from 'vitest';
import {
  Body,
  BoxCollider,
  CapsuleCollider,
  ConeCollider,
  CylinderCollider,
  Debug,
  HeightfieldCollider,
  HullCollider,
  SphereCollider,
  SphericalJoint,
  TrimeshCollider,
  type DebugProps,
} from '@atoll/react';
import { renderWorld, type Rendered } from './support/render.js';

interface Line {
  a: Vector3;
  b: Vector3;
  colour: string;
}

const shown = (renderer: Rendered['renderer']): Line[] => {
  const { geometry } = renderer.scene.findByProps({ name: 'atoll debug' }).instance as unknown as LineSegments;
  const position = geometry.attributes.position as BufferAttribute;
  const colours = geometry.attributes.color as BufferAttribute;
  return Array.from({ length: geometry.drawRange.count / 2 }, (_, i) => ({
    a: new Vector3().fromBufferAttribute(position, 2 * i),
    b: new Vector3().fromBufferAttribute(position, 2 * i + 1),
    colour: new Vector3()
      .fromBufferAttribute(colours, 2 * i)
      .toArray()
      .map((value) => value.toFixed(2))
      .join(),
  }));
};
const boundsOf = (lines: Line[]): Box3 => new Box3().setFromPoints(lines.flatMap(({ a, b }) => [a, b]));
const only = (what: keyof DebugProps): DebugProps => ({
  shapes: false,
  contacts: false,
  joints: false,
  [what]: true,
});

describe('Debug', () => {
  it('draws colliders where they are, in their size', async () => {
    const tree = (
      <group position={[0, 0, 5]}>
        <Body position={[2, 3, 0]} rotation={[0, 0, Math.PI / 2]} colliders={false} gravityScale={0}>
          <BoxCollider halfExtents={[1, 2, 3]} />
        </Body>
        <Debug />
      </group>
    );
    const { renderer, step } = await renderWorld(tree);
    await step(1);
    const lines = shown(renderer);
    expect(lines).toHaveLength(12);
    const { min, max } = boundsOf(lines);
    // World space: what the body's parent adds is in it.
    expect(min.toArray().map((value) => +value.toFixed(3))).toEqual([0, 2, 2]);
    expect(max.toArray().map((value) => +value.toFixed(3))).toEqual([4, 4, 8]);
    const object = renderer.scene.findByProps({ name: 'atoll debug' }).instance as unknown as LineSegments;
    object.updateWorldMatrix(true, false);
    expect(new Vector3().applyMatrix4(object.matrixWorld).length()).toBeCloseTo(0, 6);
  });

  it('draws spheres and capsules round', async () => {
    const { renderer, step } = await renderWorld(
      <>
        <Body colliders={false} gravityScale={0}>
          <SphereCollider radius={2} />
        </Body>
        <Debug />
      </>,
    );
    await step(1);
    for (const { a } of shown(renderer)) expect(a.length()).toBeCloseTo(2, 5);
  });

  it('draws capsules in their size', async () => {
    const { renderer, step } = await renderWorld(
      <>
        <Body colliders={false} gravityScale={0}>
          <CapsuleCollider radius={0.5} halfHeight={1} />
        </Body>
        <Debug />
      </>,
    );
    await step(1);
    const { min, max } = boundsOf(shown(renderer));
    expect(max.toArray().map((value) => +value.toFixed(3))).toEqual([0.5, 1.5, 0.5]);
    expect(min.toArray().map((value) => +value.toFixed(3))).toEqual([-0.5, -1.5, -0.5]);
  });

  it('draws the edges of triangles once, and the grid of a height field', async () => {
    const { renderer, step } = await renderWorld(
      <>
        <Body type="static" colliders={false}>
          <TrimeshCollider vertices={[0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1]} indices={[0, 1, 2, 0, 2, 3]} />
        </Body>
        <Debug />
      </>,
    );
    await step(1);
    expect(shown(renderer)).toHaveLength(5);
    const field = await renderWorld(
      <>
        <Body type="static" colliders={false}>
          <HeightfieldCollider rows={2} columns={3} heights={[0, 0, 0, 1, 2, 1]} scale={[4, 2, 6]} />
        </Body>
        <Debug />
      </>,
    );
    await field.step(1);
    const lines = shown(field.renderer);
    expect(lines).toHaveLength(7);
    const { min, max } = boundsOf(lines);
    expect([...min.toArray(), ...max.toArray()]).toEqual([-2, 0, -3, 2, 4, 3]);
  });

  it('draws the edges of hulls, cylinders and cones', async () => {
    const { renderer, step } = await renderWorld(
      <>
        <Body type="static" colliders={false} position={[0, 1, 0]}>
          <HullCollider points={[1, 0, 0, -1, 0, 0, 0, 0, 2, 0, 3, 0]} />
        </Body>
        <Debug />
      </>,
    );
    await step(1);
    const lines = shown(renderer);
    expect(lines).toHaveLength(6);
    const { min, max } = boundsOf(lines);
    expect([...min.toArray(), ...max.toArray()].map((value) => +value.toFixed(4))).toEqual([-1, 1, 0, 1, 4, 2]);
    const round = await renderWorld(
      <>
        <Body type="static" colliders={false}>
          <CylinderCollider radius={1} halfHeight={2} />
          <ConeCollider radius={1} halfHeight={0.5} position={[0, 4, 0]} />
        </Body>
        <Debug />
      </>,
    );
    await round.step(1);
    const bounds = boundsOf(shown(round.renderer));
    expect(bounds.max.y).toBeCloseTo(4.5, 5);
    expect(bounds.min.y).toBeCloseTo(-2, 5);
  });

  it('tells kinds, sleepers and islands by colour', async () => {
    const crates = createRef<Body>();
    const tree = (props: DebugProps) => (
      <>
        <Body type="static" position={[0, -1, 0]} colliders={false}>
          <BoxCollider halfExtents={[9, 0.5, 9]} />
        </Body>
        <Body ref={crates} position={[0, 0, 0]} colliders={false}>
          <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />
        </Body>
        <Body position={[3, 0, 0]} colliders={false}>
          <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />
        </Body>
        <Debug {...only('shapes')} {...props} />
      </>
    );
    const { renderer, step, update } = await renderWorld(tree({}));
    await step(2);
    const colours = () => new Set(shown(renderer).map(({ colour }) => colour));
    expect(colours().size).toBe(2);
    const awake = shown(renderer)[12]!.colour;
    await step(200);
    expect(crates.current!.isSleeping).toBe(true);
    expect(shown(renderer)[12]!.colour).not.toBe(awake);
    await update(tree({ sleep: false }));
    await step(1);
    expect(shown(renderer)[12]!.colour).toBe(awake);
    await update(tree({ islands: true }));
    await step(1);
    expect(colours().size).toBe(3);
  });

  it('shows contacts, joints and bounds', async () => {
    const a = createRef<Body>();
    const b = createRef<Body>();
    const tree = (props: DebugProps) => (
      <>
        <Body type="static" position={[0, -0.5, 0]} colliders={false}>
          <BoxCollider halfExtents={[9, 0.5, 9]} />
        </Body>
        <Body ref={a} position={[0, 0.52, 0]} colliders={false}>
          <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />
        </Body>
        <Body ref={b} position={[0, 3, 0]} colliders={false} gravityScale={0}>
          <SphereCollider radius={0.25} />
        </Body>
        <SphericalJoint a={a} b={b} anchorA={[0, 1.5, 0]} anchorB={[0, -1, 0]} />
        <Debug {...props} />
      </>
    );
    const { renderer, step, update } = await renderWorld(tree(only('contacts')));
    await step(30);
    const contacts = shown(renderer);
    // Four corners, each with a cross and a normal.
    expect(contacts).toHaveLength(16);
    for (const { a: at } of contacts) expect(Math.abs(at.y)).toBeLessThan(0.06);
    await update(tree(only('joints')));
    await step(1);
    const joints = shown(renderer);
    expect(joints).toHaveLength(2);
    expect(joints[0]!.b.distanceTo(joints[1]!.b)).toBeLessThan(0.05);
    await update(tree(only('bounds')));
    await step(1);
    expect(shown(renderer)).toHaveLength(36);
  });

  it('is a prop of World', async () => {
    const { renderer, step, update } = await renderWorld(
      <Body>
        <BoxCollider halfExtents={[1, 1, 1]} />
      </Body>,
      { debug: true },
    );
    await step(1);
    expect(shown(renderer)).toHaveLength(12);
    await update(
      <Body>
        <BoxCollider halfExtents={[1, 1, 1]} />
      </Body>,
      { debug: false },
    );
    expect(renderer.scene.findAllByProps({ name: 'atoll debug' })).toHaveLength(0);
  });
});
