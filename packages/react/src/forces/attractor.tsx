import '@react-three/fiber';
import { checkedFinite, checkedLimit, oneOf } from '@atoll/engine';
import { useEffect, useRef, type ReactNode } from 'react';
import { Vector3, type Group } from 'three';
import { useWorldContext } from '../context.js';
import { useBeforeStep } from '../hooks/use-step.js';
import { ORIGIN, sameValue, vec3, type Vec3Prop } from '../math.js';
import { forEachWithin, type ReachProps } from './reach.js';

export interface AttractorProps extends ReachProps {
  /** m, in the parent object; the attractor goes where its parent goes. Default [0, 0, 0]. */
  position?: Vec3Prop | undefined;
  /** 'static': `strength` at any distance. 'linear': from 0 at the centre to `strength` at `range`. 'newtonian': by gravitation. Default 'static'. */
  type?: 'static' | 'linear' | 'newtonian' | undefined;
  /** N, towards the centre; negative pushes away. For 'newtonian' the attractor's mass, kg. Default 1. */
  strength?: number | undefined;
  /** m: bodies whose centre of mass is farther away are left alone. Default 10. */
  range?: number | undefined;
  /** m³/(kg s²), of 'newtonian'. Default 6.6743e-11. */
  gravitationalConstant?: number | undefined;
  /** m: nearer bodies are pulled as from this distance, by 'newtonian', whose force would else have no bound. Default 0.1. */
  softening?: number | undefined;
}

/** CODATA 2018, m³/(kg s²). */
const GRAVITATION = 6.6743e-11;
const types: readonly NonNullable<AttractorProps['type']>[] = ['static', 'linear', 'newtonian'];

/**
 * Pulls dynamic bodies to a point, or pushes them away, with a force in each step. Bodies that have come to rest may sleep; they
 * are woken where the attractor appears, moves or changes.
 * @example <Attractor position={[0, 5, 0]} strength={20000} range={8} type="linear" />
 */
export function Attractor(props: AttractorProps): ReactNode {
  const { position = ORIGIN, type = 'static', strength = 1, range = 10 } = props;
  const { gravitationalConstant = GRAVITATION, softening = 0.1 } = props;
  oneOf(type, types, 'Attractor.type');
  checkedFinite(strength, 'Attractor.strength');
  checkedLimit(range, 'Attractor.range');
  checkedFinite(gravitationalConstant, 'Attractor.gravitationalConstant');
  checkedLimit(softening, 'Attractor.softening');
  const [x, y, z] = vec3(position, 'Attractor.position');
  const { runtime } = useWorldContext('Attractor');
  const { world } = runtime;
  const group = useRef<Group>(null);
  const seen = useRef<unknown>(undefined);
  useEffect(() => void (seen.current = undefined), [world]);
  useBeforeStep(() => {
    const centre = group.current?.getWorldPosition(at);
    if (!centre) return;
    const now = [centre.toArray(), type, strength, range, gravitationalConstant];
    const wakes = !sameValue(now, seen.current);
    seen.current = now;
    forEachWithin(world, centre, range, props, (body, distance, outwards) => {
      if (body.isSleeping && !wakes) return;
      const newtonian = (gravitationalConstant * strength * body.mass) / Math.max(distance, softening) ** 2;
      const pull = { static: strength, linear: (strength * distance) / range, newtonian }[type];
      body.applyForce(outwards.multiplyScalar(-pull).toArray(), undefined, wakes);
    });
  });
  // Frames that are drawn on demand: what sleeps feels a change in the next step, and asks for none itself.
  useEffect(() => runtime.invalidate(), [runtime, x, y, z, type, strength, range, gravitationalConstant]);
  return <group ref={group} position={[x, y, z]} />;
}

const at = new Vector3();
