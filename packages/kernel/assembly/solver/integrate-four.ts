import { World } from '../world/world';
import { BodyMotion, BodyState } from '../bodies/body';
import { Lanes } from '../math/lanes';
import { W } from '../math/wide';
import { Tuning } from '../constants';
import { integrateVelocity, NO_PRECESSION, PRECESSION_ROUNDS, SLOW_PRECESSION } from './integrate';
import { PlainGroup } from './plain-group';

/*
 * The integrators for four bodies, a lane each, which is the same to a body whoever its neighbours are. Angular velocities stay in the
 * solver's coordinates: with S = R L, R the frame that S stands at and L diagonal, L σ is the angular velocity in that frame, and only the turn of the
 * step, and what the frame is ahead of it, stand between that and the body's own.
 */

export class IntegrateFour {
  /** As integrateVelocity. `room`: scratch. */
  // @ts-ignore: decorator
  @inline static velocities(world: World, group: PlainGroup, room: usize): void {
    const ids = group.ids;
    const states = world.bodyStates.fourAt(ids),
      motions = world.bodyMotions.fourAt(ids);
    const linear = room,
      angular = room + 64,
      freeLinear = room + 128,
      freeAngular = room + 192;
    Lanes.gather(linear, states, offsetof<BodyState>('linear'));
    Lanes.gather(angular, states, offsetof<BodyState>('angular'));
    Lanes.gather(freeLinear, motions, offsetof<BodyMotion>('freeLinear'));
    Lanes.gather(freeAngular, motions, offsetof<BodyMotion>('freeAngular'));
    const h = f32x4.splat(world.h),
      gravity = world.gravity;
    const fall = group.fall,
      slowed = group.slowed,
      calmed = group.calmed;
    const oldX = v128.load(linear),
      oldY = v128.load(linear, 16),
      oldZ = v128.load(linear, 32);
    const vx = W.mul(slowed, W.madd(oldX, fall, W.x(gravity))),
      vy = W.mul(slowed, W.madd(oldY, fall, W.y(gravity))),
      vz = W.mul(slowed, W.madd(oldZ, fall, W.z(gravity)));
    const spinX = v128.load(angular),
      spinY = v128.load(angular, 16),
      spinZ = v128.load(angular, 32);
    let sx = W.mul(calmed, spinX),
      sy = W.mul(calmed, spinY),
      sz = W.mul(calmed, spinZ);
    const spinSquared = W.mul(W.dot(sx, sy, sz, sx, sy, sz), group.spinBound);
    // Too fast to go on like this.
    const most = Tuning.MAX_ROTATION / world.dt;
    let special = v128.or(
      f32x4.gt(W.dot(vx, vy, vz, vx, vy, vz), f32x4.splat(Tuning.MAX_SPEED * Tuning.MAX_SPEED)),
      f32x4.gt(spinSquared, f32x4.splat(most * most)),
    );
    const precesses = f32x4.gt(W.mul(spinSquared, W.mul(h, h)), f32x4.splat(NO_PRECESSION));
    if (v128.any_true(precesses)) {
      const turned = room + 256;
      Lanes.gather(turned, motions, offsetof<BodyMotion>('deltaRotation'));
      const ix = group.inverseX,
        iy = group.inverseY,
        iz = group.inverseZ;
      // The turn of the step as the frame sees it, f: Rᵀ of its vector part.
      const rx = group.frameX,
        ry = group.frameY,
        rz = group.frameZ,
        rw = group.frameW;
      const qx = v128.load(turned),
        qy = v128.load(turned, 16),
        qz = v128.load(turned, 32),
        qw = v128.load(turned, 48);
      let tx = W.twice(W.cross(qy, rz, qz, ry)),
        ty = W.twice(W.cross(qz, rx, qx, rz)),
        tz = W.twice(W.cross(qx, ry, qy, rx));
      const fx = W.add(qx, W.madd(W.cross(ty, rz, tz, ry), rw, tx)),
        fy = W.add(qy, W.madd(W.cross(tz, rx, tx, rz), rw, ty)),
        fz = W.add(qz, W.madd(W.cross(tx, ry, ty, rx), rw, tz));
      // ...times what the body's rotation is against the frame as the step begins, g. Their product is that of now, e.
      const gx = group.startX,
        gy = group.startY,
        gz = group.startZ,
        gw = group.startW;
      const ex = W.add(W.add(W.mul(qw, gx), W.mul(fx, gw)), W.cross(fy, gz, fz, gy)),
        ey = W.add(W.add(W.mul(qw, gy), W.mul(fy, gw)), W.cross(fz, gx, fx, gz)),
        ez = W.add(W.add(W.mul(qw, gz), W.mul(fz, gw)), W.cross(fx, gy, fy, gx)),
        ew = W.sub(W.mul(qw, gw), W.dot(fx, fy, fz, gx, gy, gz));
      // ω in the frame of the body as it is now: eᵀ of L σ.
      const ux = W.mul(group.rootX, sx),
        uy = W.mul(group.rootY, sy),
        uz = W.mul(group.rootZ, sz);
      tx = W.twice(W.cross(uy, ez, uz, ey));
      ty = W.twice(W.cross(uz, ex, ux, ez));
      tz = W.twice(W.cross(ux, ey, uy, ex));
      const ox = W.add(ux, W.madd(W.cross(ty, ez, tz, ey), ew, tx)),
        oy = W.add(uy, W.madd(W.cross(tz, ex, tx, ez), ew, ty)),
        oz = W.add(uz, W.madd(W.cross(tx, ey, ty, ex), ew, tz));
      special = v128.or(
        special,
        v128.and(precesses, f32x4.ge(W.mul(W.dot(ox, oy, oz, ox, oy, oz), W.mul(h, h)), f32x4.splat(SLOW_PRECESSION))),
      );
      // Euler's equations by the midpoint rule, see integrate.ts.
      const shareX = group.shareX,
        shareY = group.shareY,
        shareZ = group.shareZ;
      const half = f32x4.splat(0.5);
      let wx = ox,
        wy = oy,
        wz = oz;
      for (let i = 0; i < PRECESSION_ROUNDS; i++) {
        const mx = W.mul(half, W.add(ox, wx)),
          my = W.mul(half, W.add(oy, wy)),
          mz = W.mul(half, W.add(oz, wz));
        wx = W.madd(ox, shareX, W.mul(my, mz));
        wy = W.madd(oy, shareY, W.mul(mz, mx));
        wz = W.madd(oz, shareZ, W.mul(mx, my));
      }
      // The change alone is converted: rounding then scales with it, not with the whole.
      const dx = v128.and(precesses, W.sub(wx, ox)),
        dy = v128.and(precesses, W.sub(wy, oy)),
        dz = v128.and(precesses, W.sub(wz, oz));
      tx = W.twice(W.cross(ey, dz, ez, dy));
      ty = W.twice(W.cross(ez, dx, ex, dz));
      tz = W.twice(W.cross(ex, dy, ey, dx));
      sx = W.madd(sx, ix, W.add(dx, W.madd(W.cross(ey, tz, ez, ty), ew, tx)));
      sy = W.madd(sy, iy, W.add(dy, W.madd(W.cross(ez, tx, ex, tz), ew, ty)));
      sz = W.madd(sz, iz, W.add(dz, W.madd(W.cross(ex, ty, ey, tx), ew, tz)));
    }
    v128.store(linear, W.add(vx, W.sub(oldX, v128.load(freeLinear))));
    v128.store(linear, W.add(vy, W.sub(oldY, v128.load(freeLinear, 16))), 16);
    v128.store(linear, W.add(vz, W.sub(oldZ, v128.load(freeLinear, 32))), 32);
    v128.store(linear, group.inverseMass, 48);
    v128.store(angular, W.add(sx, W.sub(spinX, v128.load(freeAngular))));
    v128.store(angular, W.add(sy, W.sub(spinY, v128.load(freeAngular, 16))), 16);
    v128.store(angular, W.add(sz, W.sub(spinZ, v128.load(freeAngular, 32))), 32);
    store3(freeLinear, vx, vy, vz);
    store3(freeAngular, sx, sy, sz);
    const lanes = group.lanes,
      others = lanes & i32x4.bitmask(special);
    const plain = lanes & ~others;
    Lanes.scatter(linear, states, offsetof<BodyState>('linear'), plain);
    Lanes.scatter(angular, states, offsetof<BodyState>('angular'), plain);
    Lanes.scatter(freeLinear, motions, offsetof<BodyMotion>('freeLinear'), plain);
    Lanes.scatter(freeAngular, motions, offsetof<BodyMotion>('freeAngular'), plain);
    if (others == 0) return;
    if ((others & 1) != 0) integrateVelocity(world, i32x4.extract_lane(ids, 0));
    if ((others & 2) != 0) integrateVelocity(world, i32x4.extract_lane(ids, 1));
    if ((others & 4) != 0) integrateVelocity(world, i32x4.extract_lane(ids, 2));
    if ((others & 8) != 0) integrateVelocity(world, i32x4.extract_lane(ids, 3));
  }

  /** As integratePosition. `room`: scratch. */
  // @ts-ignore: decorator
  @inline static positions(world: World, group: PlainGroup, room: usize): void {
    const states = world.bodyStates.fourAt(group.ids),
      motions = world.bodyMotions.fourAt(group.ids);
    const linear = room,
      angular = room + 64,
      moved = room + 128,
      turned = room + 192;
    Lanes.gather(linear, states, offsetof<BodyState>('linear'));
    Lanes.gather(angular, states, offsetof<BodyState>('angular'));
    Lanes.gather(moved, states, offsetof<BodyState>('deltaPosition'));
    Lanes.gather(turned, motions, offsetof<BodyMotion>('deltaRotation'));
    const h = f32x4.splat(world.h);
    store3(
      moved,
      W.madd(v128.load(moved), h, v128.load(linear)),
      W.madd(v128.load(moved, 16), h, v128.load(linear, 16)),
      W.madd(v128.load(moved, 32), h, v128.load(linear, 32)),
    );
    const rx = group.frameX,
      ry = group.frameY,
      rz = group.frameZ,
      rw = group.frameW;
    const ux = W.mul(group.rootX, v128.load(angular)),
      uy = W.mul(group.rootY, v128.load(angular, 16)),
      uz = W.mul(group.rootZ, v128.load(angular, 32));
    let tx = W.twice(W.cross(ry, uz, rz, uy)),
      ty = W.twice(W.cross(rz, ux, rx, uz)),
      tz = W.twice(W.cross(rx, uy, ry, ux));
    // Half the turn of the substep.
    const half = f32x4.splat(0.5 * world.h);
    const ox = W.mul(half, W.add(ux, W.madd(W.cross(ry, tz, rz, ty), rw, tx))),
      oy = W.mul(half, W.add(uy, W.madd(W.cross(rz, tx, rx, tz), rw, ty))),
      oz = W.mul(half, W.add(uz, W.madd(W.cross(rx, ty, ry, tx), rw, tz)));
    let qx = v128.load(turned),
      qy = v128.load(turned, 16),
      qz = v128.load(turned, 32),
      qw = v128.load(turned, 48);
    const nx = W.add(qx, W.madd(W.cross(oy, qz, oz, qy), ox, qw)),
      ny = W.add(qy, W.madd(W.cross(oz, qx, ox, qz), oy, qw)),
      nz = W.add(qz, W.madd(W.cross(ox, qy, oy, qx), oz, qw)),
      nw = W.sub(qw, W.dot(ox, oy, oz, qx, qy, qz));
    const scale = f32x4.div(f32x4.splat(1), f32x4.sqrt(W.madd(W.dot(nx, ny, nz, nx, ny, nz), nw, nw)));
    qx = W.mul(scale, nx);
    qy = W.mul(scale, ny);
    qz = W.mul(scale, nz);
    qw = W.mul(scale, nw);
    v128.store(turned, qx);
    v128.store(turned, qy, 16);
    v128.store(turned, qz, 32);
    v128.store(turned, qw, 48);
    // Twice the vector part is the turn in radians, to first order: S⁻¹ = L⁻¹ Rᵀ of it.
    qx = W.twice(qx);
    qy = W.twice(qy);
    qz = W.twice(qz);
    tx = W.twice(W.cross(qy, rz, qz, ry));
    ty = W.twice(W.cross(qz, rx, qx, rz));
    tz = W.twice(W.cross(qx, ry, qy, rx));
    store3(
      angular,
      W.mul(group.inverseX, W.add(qx, W.madd(W.cross(ty, rz, tz, ry), rw, tx))),
      W.mul(group.inverseY, W.add(qy, W.madd(W.cross(tz, rx, tx, rz), rw, ty))),
      W.mul(group.inverseZ, W.add(qz, W.madd(W.cross(tx, ry, ty, rx), rw, tz))),
    );
    const lanes = group.lanes;
    Lanes.scatter(moved, states, offsetof<BodyState>('deltaPosition'), lanes);
    Lanes.scatter(turned, motions, offsetof<BodyMotion>('deltaRotation'), lanes);
    Lanes.scatter(angular, states, offsetof<BodyState>('deltaTurn'), lanes);
  }
}

/** Lane w becomes 0. */
function store3(to: usize, x: v128, y: v128, z: v128): void {
  v128.store(to, x);
  v128.store(to, y, 16);
  v128.store(to, z, 32);
  v128.store(to, f32x4.splat(0), 48);
}
