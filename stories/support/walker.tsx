import { useRef, type ReactNode, type RefObject } from 'react';
import { Body, useBeforeStep, type BodyProps, type World } from '@atoll/react';

/** m: half the straight part of the capsule, its radius, and how far it floats over what it stands on: higher steps stop it. */
const [HALF_HEIGHT, RADIUS, FLOAT] = [0.45, 0.35, 0.35];
/** m: its middle over the ground. */
export const STANDING = HALF_HEIGHT + RADIUS + FLOAT;
/** m: what feels for the ground, a ball, and how far below its feet it still holds on to it, downstairs and downhill. */
const [FOOT, HOLD] = [0.25, 0.2];
/** Of a slope's normal: what is steeper than 50° is no ground. */
const LEAST_UP = Math.cos((50 * Math.PI) / 180);
/** The part of what it lacks in height that it makes good in a second, and the most, m/s. */
const [LIFT, FASTEST_LIFT] = [10, 4];
/** The same of the speed that it wants, on the ground and in the air, and the most for that, m/s². */
const [GRIP, AIR] = [
  { share: 12, most: 40 },
  { share: 2, most: 8 },
];
/** s after a jump in which nothing below holds it. */
const LEAVING = 0.25;

export interface WalkerProps extends Omit<BodyProps, 'ref'> {
  ref: RefObject<Body | null>;
  /** m/s, over the ground. */
  velocity: readonly [x: number, z: number];
  /** m; 0 for no jump. It jumps when it next stands. */
  jump: number;
  colour: string;
}

/**
 * A character as a dynamic capsule that cannot turn over. It floats above what a ball finds below it: so it takes steps, goes with what carries it
 * and bears on it, pushes and is pushed. Several steps may be asked for before the page reads the next one: what it says is a velocity, which stays true
 * when it is said twice, and not a force, which would add up.
 */
export function Walker({ ref, velocity, jump, colour, ...body }: WalkerProps): ReactNode {
  const jumpedAt = useRef(-Infinity);
  useBeforeStep((world, { step, timeStep }) => {
    const self = ref.current;
    if (!self) return;
    const [vx, , vz] = self.linearVelocity,
      fall = world.gravity[1];
    const ground = (step - jumpedAt.current) * timeStep > LEAVING ? groundOf(world, self) : null;
    const [gx, gy, gz] = ground ? ground.body.linearVelocity : [0, 0, 0];
    const [ax, az] = towards(velocity[0] + gx - vx, velocity[1] + gz - vz, ground ? GRIP : AIR);
    if (!ground) {
      self.applyForce([self.mass * ax, 0, self.mass * az]);
      return;
    }
    if (ground.body.type === 'dynamic')
      ground.body.applyForce([-self.mass * ax, self.mass * fall, -self.mass * az], ground.point);
    let rise = gy + Math.max(-FASTEST_LIFT, Math.min(FASTEST_LIFT, LIFT * (STANDING - FOOT - ground.distance)));
    if (jump > 0) {
      rise = Math.sqrt(-2 * fall * jump);
      jumpedAt.current = step;
    }
    self.setLinearVelocity([vx + ax * timeStep, rise, vz + az * timeStep]);
    self.applyForce([0, -self.mass * fall, 0]);
  });
  return (
    <Body ref={ref} density={150} friction={0} lockRotations={[true, true, true]} canSleep={false} {...body}>
      <mesh castShadow>
        <capsuleGeometry args={[RADIUS, 2 * HALF_HEIGHT, 8, 24]} />
        <meshStandardMaterial color={colour} />
      </mesh>
    </Body>
  );
}

/** m/s² that take a part of what is lacked, m/s, in a second. */
function towards(x: number, z: number, { share, most }: typeof GRIP): readonly [x: number, z: number] {
  const factor = Math.min(share, most / (Math.hypot(x, z) || 1));
  return [x * factor, z * factor];
}

function groundOf(world: World, self: Body) {
  const hit = world.castShapeSync({
    shape: 'sphere',
    radius: FOOT,
    position: self.position,
    direction: [0, -1, 0],
    maxDistance: STANDING - FOOT + HOLD,
    filter: { ignore: [self] },
  });
  return hit && hit.normal[1] > LEAST_UP ? hit : null;
}
