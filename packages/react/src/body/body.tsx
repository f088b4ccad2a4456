import '@react-three/fiber';
import type { Body as EngineBody } from '@atoll/engine';
import { useImperativeHandle, useInsertionEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Group } from 'three';
import { BodyContext, ColliderHostContext, useWorldContext } from '../context.js';
import { useGuard } from '../hooks/use-guard.js';
import { useLife } from '../hooks/use-life.js';
import { BodySlot } from './body-slot.js';
import { poseOf } from './pose.js';
import type { BodyProps } from './props.js';

/** The engine's body, which the `ref` of `<Body>` gives. */
export type Body = EngineBody;

/**
 * A rigid body that moves what is inside it. Its colliders come from the meshes inside, and from collider components.
 * A changed prop changes the body that there is; it keeps its identity and its motion. Arrays count by value.
 *
 * @throws an error that names the prop, to the error boundary, for a bad value or a scale that a shape cannot take
 * @example
 * <Body ref={crate} position={[0, 5, 0]} restitution={0.2} onCollisionEnter={({ other }) => console.log(other)}>
 *   <mesh><boxGeometry /><meshStandardMaterial /></mesh>
 * </Body>
 */
export function Body(props: BodyProps): ReactNode {
  const { ref, name, visible = true, children } = props;
  const context = useWorldContext('Body');
  const { runtime } = context;
  const group = useRef<Group>(null);
  const guard = useGuard();
  const [slot] = useState(() => new BodySlot(guard));
  useInsertionEffect(() => slot.begin(runtime, props));
  useLayoutEffect(() => slot.commit(context, group.current!, props));
  useImperativeHandle(ref, () => slot.bodyIn(runtime)!, [slot, runtime]);
  useLayoutEffect(() => runtime.bodiesChanged(), [slot, runtime]);
  useLife(slot, runtime);
  // The first pose alone: from then on the slot and the frame loop write it. Bodies inside are created before this one, and look at it.
  const [pose] = useState(() => poseOf(props, 'Body'));
  return (
    <BodyContext value={slot}>
      <ColliderHostContext value={slot}>
        <group ref={group} {...pose} name={name ?? ''} visible={visible}>
          {children}
        </group>
      </ColliderHostContext>
    </BodyContext>
  );
}
