import { V } from '../math/vec';

/** A box, and another along its axes: what clipping the other against a face of it takes. */
@unmanaged
export class BoxFrame {
  /** Its axes in the world. */
  worldX: v128;
  worldY: v128;
  worldZ: v128;
  /** The other box along its axes: its own axes, and its position. */
  x: v128;
  y: v128;
  z: v128;
  position: v128;

  note(worldX: v128, worldY: v128, worldZ: v128, x: v128, y: v128, z: v128, position: v128): void {
    this.worldX = worldX;
    this.worldY = worldY;
    this.worldZ = worldZ;
    this.x = x;
    this.y = y;
    this.z = z;
    this.position = position;
  }

  /** Of a vector in the world. */
  along(v: v128): v128 {
    return V.of(V.dot(v, this.worldX), V.dot(v, this.worldY), V.dot(v, this.worldZ));
  }

  // @ts-ignore: decorator
  @inline worldAxis(axis: i32): v128 {
    return v128.load(changetype<usize>(this) + ((axis as usize) << 4));
  }

  /** Of the other box's position. */
  // @ts-ignore: decorator
  @inline positionAlong(axis: i32): f32 {
    return load<f32>(changetype<usize>(this) + ((axis as usize) << 2), offsetof<BoxFrame>('position'));
  }

  /** The axis, in the world, pointing to the side of the other box. */
  towards(axis: i32): v128 {
    return V.scale(this.worldAxis(axis), copysign<f32>(1, this.positionAlong(axis)));
  }
}
