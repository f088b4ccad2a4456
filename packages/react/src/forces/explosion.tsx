import '@react-three/fiber';
import { checkedFinite, checkedLimit, oneOf, type Body } from '@atoll/engine';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { Vector3, type Group } from 'three';
import { useWorldContext } from '../context.js';
import { ORIGIN, vec3, type Vec3Prop } from '../math.js';
import { forEachWithin, type ReachProps } from './reach.js';

export interface ExplosionHandle {
  /** Explodes, in the next step. Returns the bodies that were pushed: none once the component is gone. */
  explode(): readonly Body[];
}

export interface ExplosionProps extends ReachProps {
  /** m, in the parent object. Default [0, 0, 0]. */
  position?: Vec3Prop | undefined;
  /** N s: impulse on a body at the centre. Default 1000. */
  strength?: number | undefined;
  /** m: bodies whose centre of mass is farther away are left alone. Default 5. */
  radius?: number | undefined;
  /** How the impulse falls with distance: 'linear' to 0 at the radius, or not at all. Default 'linear'. */
  falloff?: 'linear' | 'none' | undefined;
  /** Whether it explodes as it appears. Default true. */
  auto?: boolean | undefined;
  /** It exploded. */
  onExplode?: ((bodies: readonly Body[]) => void) | undefined;
  ref?: Ref<ExplosionHandle> | undefined;
}

/**
 * Pushes dynamic bodies away from a point, once, as it appears; with another `key` it appears anew. Or when `ref.current.explode()` is
 * called, with `auto={false}`.
 * @example {hit && <Explosion key={hit.id} position={hit.point} strength={2000} radius={6} />}
 */
export function Explosion(props: ExplosionProps): ReactNode {
  const { position = ORIGIN, strength = 1000, radius = 5, auto = true, falloff = 'linear', onExplode, ref } = props;
  oneOf(falloff, ['linear', 'none'], 'Explosion.falloff');
  checkedFinite(strength, 'Explosion.strength');
  checkedLimit(radius, 'Explosion.radius');
  const { world } = useWorldContext('Explosion').runtime;
  const group = useRef<Group>(null);
  const explode = (): readonly Body[] => {
    // Without it the component is gone: there is no place to explode at.
    if (!group.current) return [];
    group.current.getWorldPosition(at);
    const pushed: Body[] = [];
    forEachWithin(world, at, radius, props, (body, distance, outwards) => {
      const part = falloff === 'linear' ? 1 - distance / radius : 1;
      body.applyImpulse(outwards.multiplyScalar(strength * part).toArray());
      pushed.push(body);
    });
    onExplode?.(pushed);
    return pushed;
  };
  useImperativeHandle(ref, () => ({ explode }));
  // In state: StrictMode runs effects twice.
  const [done] = useState({ exploded: !auto });
  useEffect(() => {
    if (done.exploded) return;
    done.exploded = true;
    explode();
  });
  return <group ref={group} position={vec3(position, 'Explosion.position')} />;
}

const at = new Vector3();
