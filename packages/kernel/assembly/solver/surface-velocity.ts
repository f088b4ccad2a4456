import { World } from '../world/world';
import { Contact } from '../contacts/contact';
import { ContactGroup } from './contact-group';
import { W } from '../math/wide';

/** What turns together: rad/s, at least, and the part of it by which the two differ, at most. */
const LEAST_TURN: f32 = 0.05;
const TOGETHER: f32 = 0.02;

/**
 * How fast B's surface is to go over A's where friction holds, along the tangents: as their colliders convey, and as what turns carries what is on it along an arc.
 * Rows have the arms of the start of the step. By them what rides a turntable goes straight on with ω × d, and comes 1 + (ω dt)² / 2 times as far out in each step. So in
 * the middle of a substep, t after that start, it is to have t ω × (ω × d) more; and (ω dt)² / 6 less of ω × d, as the sine of a step's angle is less than the angle. `turn`: ω
 * of what carries, 0 in lanes that know none. d: where both bodies turn alike, from A's centre of mass to B's; else from that of what carries to where it is touched, by which
 * a roller that turns under a crate goes on as it is. It has A's sign: B's arm counts negative.
 */
export function placeSurfaceVelocity(
  world: World,
  group: ContactGroup,
  k0: Contact,
  k1: Contact,
  k2: Contact,
  k3: Contact,
  turnX: v128,
  turnY: v128,
  turnZ: v128,
  dx: v128,
  dy: v128,
  dz: v128,
): void {
  const r0 = k0.surfaceVelocity,
    r1 = k1.surfaceVelocity,
    r2 = k2.surfaceVelocity,
    r3 = k3.surfaceVelocity;
  const along = W.dot(turnX, turnY, turnZ, dx, dy, dz),
    square = W.dot(turnX, turnY, turnZ, turnX, turnY, turnZ);
  // Less of both for what turns by some tenths of a radian in a step: inwards, 2 d a step at most.
  const dt = f32x4.splat(world.dt);
  const angle2 = W.mul(square, W.mul(dt, dt));
  const part = f32x4.div(f32x4.splat(1), W.madd(f32x4.splat(1), f32x4.splat(0.25), angle2));
  const change = W.mul(part, f32x4.splat(world.h));
  const ax = W.mul(change, W.cross(along, turnX, square, dx)),
    ay = W.mul(change, W.cross(along, turnY, square, dy)),
    az = W.mul(change, W.cross(along, turnZ, square, dz));
  const nx = group.normalX,
    ny = group.normalY,
    nz = group.normalZ;
  const tx = group.tangentX,
    ty = group.tangentY,
    tz = group.tangentZ;
  // A roller's d is along the normal, where nothing goes along an arc.
  const deep = W.dot(nx, ny, nz, dx, dy, dz);
  const ex = W.msub(dx, nx, deep),
    ey = W.msub(dy, ny, deep),
    ez = W.msub(dz, nz, deep);
  const half = f32x4.splat(0.5),
    slower = W.mul(W.mul(part, angle2), f32x4.splat(1.0 / 6.0));
  const gx = W.madd(W.msub(W.columnX(r0, r1, r2, r3), half, ax), slower, W.cross(turnY, ez, turnZ, ey)),
    gy = W.madd(W.msub(W.columnY(r0, r1, r2, r3), half, ay), slower, W.cross(turnZ, ex, turnX, ez)),
    gz = W.madd(W.msub(W.columnZ(r0, r1, r2, r3), half, az), slower, W.cross(turnX, ey, turnY, ex));
  const ux = W.cross(ny, tz, nz, ty),
    uy = W.cross(nz, tx, nx, tz),
    uz = W.cross(nx, ty, ny, tx);
  const rare = group.rare;
  rare.surface1 = W.dot(gx, gy, gz, tx, ty, tz);
  rare.surface2 = W.dot(gx, gy, gz, ux, uy, uz);
  rare.surfaceChange1 = f32x4.neg(W.dot(ax, ay, az, tx, ty, tz));
  rare.surfaceChange2 = f32x4.neg(W.dot(ax, ay, az, ux, uy, uz));
}

export class Turn {
  /** Lanes in which both bodies turn alike. */
  // @ts-ignore: decorator
  @inline static together(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
    const x = W.sub(bx, ax),
      y = W.sub(by, ay),
      z = W.sub(bz, az);
    const square = W.dot(ax, ay, az, ax, ay, az),
      apart = W.dot(x, y, z, x, y, z);
    return v128.and(
      f32x4.gt(square, f32x4.splat(LEAST_TURN * LEAST_TURN)),
      f32x4.lt(apart, W.mul(f32x4.splat(TOGETHER * TOGETHER), square)),
    );
  }

  /** Lanes in which one of the bodies turns as it is told to. */
  // @ts-ignore: decorator
  @inline static told(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128, fixedA: v128, fixedB: v128): v128 {
    const turnsA = v128.and(fixedA, W.dot(ax, ay, az, ax, ay, az)),
      turnsB = v128.and(fixedB, W.dot(bx, by, bz, bx, by, bz));
    return f32x4.gt(v128.or(turnsA, turnsB), f32x4.splat(0));
  }
}
