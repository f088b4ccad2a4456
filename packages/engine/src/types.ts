/** x, y, z: an array or typed array of three finite numbers. */
export type Vec3Input = ArrayLike<number>;
/** x, y, z, w of a quaternion of unit length: an array or typed array. */
export type QuatInput = ArrayLike<number>;

export type Vec3 = readonly [x: number, y: number, z: number];
export type Quat = readonly [x: number, y: number, z: number, w: number];
