import type { Poses } from '@atoll/engine';

/** Writes the matrix of a scaled body between its last two poses. Column-major, as three has it. */
export function writeBlended(
  poses: Poses,
  index: number,
  sx: number,
  sy: number,
  sz: number,
  out: Float32Array,
  to: number,
): void {
  const { previous, current, alpha } = poses;
  const at = index * 8;
  const x0 = previous[at + 4]!,
    y0 = previous[at + 5]!,
    z0 = previous[at + 6]!,
    w0 = previous[at + 7]!,
    x1 = current[at + 4]!,
    y1 = current[at + 5]!,
    z1 = current[at + 6]!,
    w1 = current[at + 7]!;
  // q and −q are the same rotation: blend towards the nearer one.
  const a = x0 * x1 + y0 * y1 + z0 * z1 + w0 * w1 < 0 ? -alpha : alpha;
  const b = 1 - alpha;
  const x = x0 * b + x1 * a,
    y = y0 * b + y1 * a,
    z = z0 * b + z1 * a,
    w = w0 * b + w1 * a;
  // A blend is shorter than 1. The matrix of a quaternion takes it by its square: no root is needed.
  const k = 2 / (x * x + y * y + z * z + w * w);
  rotate(x, y, z, w, k, sx, sy, sz, out, to);
  const px = previous[at]!,
    py = previous[at + 1]!,
    pz = previous[at + 2]!;
  out[to + 12] = px + (current[at]! - px) * alpha;
  out[to + 13] = py + (current[at + 1]! - py) * alpha;
  out[to + 14] = pz + (current[at + 2]! - pz) * alpha;
}

/** As `writeBlended`, of the newest pose. */
export function writeCurrent(
  { current }: Poses,
  index: number,
  sx: number,
  sy: number,
  sz: number,
  out: Float32Array,
  to: number,
): void {
  const at = index * 8;
  rotate(current[at + 4]!, current[at + 5]!, current[at + 6]!, current[at + 7]!, 2, sx, sy, sz, out, to);
  out[to + 12] = current[at]!;
  out[to + 13] = current[at + 1]!;
  out[to + 14] = current[at + 2]!;
}

/** Rotation and scale of the quaternion x y z w, where k is 2 over its squared length. */
function rotate(
  x: number,
  y: number,
  z: number,
  w: number,
  k: number,
  sx: number,
  sy: number,
  sz: number,
  out: Float32Array,
  to: number,
): void {
  const kx = k * x,
    ky = k * y,
    kz = k * z;
  const xx = kx * x,
    xy = kx * y,
    xz = kx * z,
    yy = ky * y,
    yz = ky * z,
    zz = kz * z,
    wx = kx * w,
    wy = ky * w,
    wz = kz * w;
  out[to] = (1 - yy - zz) * sx;
  out[to + 1] = (xy + wz) * sx;
  out[to + 2] = (xz - wy) * sx;
  out[to + 3] = 0;
  out[to + 4] = (xy - wz) * sy;
  out[to + 5] = (1 - xx - zz) * sy;
  out[to + 6] = (yz + wx) * sy;
  out[to + 7] = 0;
  out[to + 8] = (xz + wy) * sz;
  out[to + 9] = (yz - wx) * sz;
  out[to + 10] = (1 - xx - yy) * sz;
  out[to + 11] = 0;
  out[to + 15] = 1;
}
