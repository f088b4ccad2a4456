import '@react-three/fiber';
import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Group } from 'three';
import { BodyContext, ColliderHostContext, useWorldContext } from '../context.js';
import { useGuard } from '../hooks/use-guard.js';
import { useLife } from '../hooks/use-life.js';
import { InstancesSlot } from './instances-slot.js';
import type { InstancedBodiesProps } from './props.js';

/**
 * Many bodies that one instanced mesh draws. Their matrices go straight into the memory that is uploaded: ten thousand of them may
 * move. Events say which instance they are about, by `index` and `key`.
 *
 * A mesh with too little room grows. It is not culled, since its bounds would have to be found anew in each frame.
 *
 * @throws an error that names the prop, to the error boundary, for a bad value and for two instances with the same key
 * @example
 * <InstancedBodies instances={crates} onCollisionEnter={({ key }) => console.log(key)}>
 *   <instancedMesh args={[undefined, undefined, crates.length]}>
 *     <boxGeometry />
 *     <meshStandardMaterial />
 *   </instancedMesh>
 * </InstancedBodies>
 */
export function InstancedBodies(props: InstancedBodiesProps): ReactNode {
  const { ref, name, visible = true, children } = props;
  const context = useWorldContext('InstancedBodies');
  const { runtime } = context;
  const group = useRef<Group>(null);
  const guard = useGuard();
  const [slot] = useState(() => new InstancesSlot(guard));
  useLayoutEffect(() => slot.commit(context, group.current!, props));
  useImperativeHandle(ref, () => slot.bodies);
  useLayoutEffect(() => runtime.bodiesChanged(), [slot, runtime]);
  useLife(slot, runtime);
  return (
    <BodyContext value={null}>
      <ColliderHostContext value={slot}>
        <group ref={group} name={name ?? ''} visible={visible}>
          {children}
        </group>
      </ColliderHostContext>
    </BodyContext>
  );
}
