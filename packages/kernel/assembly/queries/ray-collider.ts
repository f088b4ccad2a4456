import { ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
import { Surface } from '../mesh/surface';
import { advance, Impact } from '../continuous/time-of-impact';
import { Hit } from './hit';
import { RaySolid } from './ray-solid';
import { raySurface } from './ray-surface';
import { QueryScratch } from './scratch';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** A rounded shape is found that near. m */
const NEAR: f32 = 2e-5;

/**
 * Where a ray of unit direction enters a collider within `limit`: distance, normal and feature go to `hit`, world space. One that starts in a
 * solid hits it at once, against its direction. A new shape needs a line here.
 */
export function rayCollider(
  scratch: QueryScratch,
  collider: Collider,
  origin: v128,
  direction: v128,
  limit: f32,
  hit: Hit,
): bool {
  const rotation = collider.rotation,
    size = collider.size,
    shape = collider.shape;
  const o = Q.unrotate(rotation, V.sub(origin, collider.position)),
    d = Q.unrotate(rotation, direction);
  const isRound = shape == ShapeType.Sphere || shape == ShapeType.Capsule;
  if (collider.rounding > 0 && !isRound && !Surface.is(shape)) {
    if (!rayRounded(scratch, collider, origin, direction, limit, hit)) return false;
  } else {
    let isHit: bool;
    if (shape == ShapeType.Box) isHit = RaySolid.box(size, o, d, limit, hit);
    else if (shape == ShapeType.Sphere) isHit = RaySolid.ball(V.x(size) + collider.rounding, o, d, limit, hit);
    else if (shape == ShapeType.Capsule)
      isHit = RaySolid.capsule(V.x(size) + collider.rounding, V.y(size), o, d, limit, hit);
    else if (shape == ShapeType.Cylinder) isHit = RaySolid.cylinder(V.x(size), V.y(size), o, d, limit, hit);
    else if (shape == ShapeType.Cone) isHit = RaySolid.cone(V.x(size), V.y(size), o, d, limit, hit);
    else if (collider.geometry == 0) isHit = false;
    else if (shape == ShapeType.Hull) isHit = RaySolid.hull(collider.geometry, o, d, limit, hit);
    else isHit = raySurface(scratch.surfaceRay, shape, collider.geometry, o, d, limit, hit);
    if (!isHit) return false;
    hit.normal = V.xyz(Q.rotate(rotation, hit.normal));
  }
  if (hit.distance > 0 || Surface.is(shape)) return true;
  hit.distance = 0;
  hit.normal = V.neg(direction);
  hit.feature = NONE;
  return true;
}

/** No closed form: a point is moved until it is there. */
function rayRounded(
  scratch: QueryScratch,
  collider: Collider,
  origin: v128,
  direction: v128,
  limit: f32,
  hit: Hit,
): bool {
  const shape = scratch.shape,
    piece = scratch.piece,
    gjk = scratch.gjk,
    sweep = scratch.sweep;
  shape.setBall(0);
  piece.setCollider(collider);
  sweep.setLine(origin, Q.identity(), direction);
  const t = advance(gjk, sweep, shape, piece, piece.radius, NEAR, limit);
  if (t == Impact.MISSES) return false;
  hit.distance = max<f32>(t, 0);
  hit.normal = V.neg(gjk.toWorld(gjk.normal));
  hit.feature = NONE;
  return true;
}
