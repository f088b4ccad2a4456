import type { Body, Poses } from '@atoll/engine';
import { DynamicDrawUsage, InstancedBufferAttribute, Matrix4, type InstancedMesh, type Object3D } from 'three';
import type { Vec3 } from '../math.js';
import type { Surroundings, View } from '../world/pose-writer.js';
import { writeBlended, writeCurrent } from './write-matrix.js';

/** A body that is drawn by the instances at one place. */
export class InstanceView implements View {
  scaleX = 1;
  scaleY = 1;
  scaleZ = 1;

  constructor(
    private readonly owner: InstanceViews,
    readonly body: Body,
    /** Which instance. */
    public place: number,
  ) {}

  setScale([x, y, z]: Vec3): void {
    this.scaleX = x;
    this.scaleY = y;
    this.scaleZ = z;
  }

  draw(poses: Poses, interpolate: boolean): void {
    this.owner.write(this, poses, interpolate);
  }
}

/** One instanced mesh, and how the bodies' frames get to it. */
interface Target {
  readonly mesh: InstancedMesh;
  /** Of the matrices. */
  array: Float32Array;
  /** Where the mesh is, as of the last refresh. */
  readonly seen: Matrix4;
  /** From world space into the mesh. */
  readonly before: Matrix4;
  /** From the mesh into the space of a body. */
  readonly after: Matrix4;
  isPlain: boolean;
}

const IDENTITY = new Matrix4();
const pose = new Matrix4();
const scratch = new Float32Array(16);

/** The instanced meshes of one `<InstancedBodies>`, written in place. */
export class InstanceViews implements Surroundings {
  /** By place. */
  readonly views: InstanceView[] = [];
  private readonly targets: Target[] = [];
  private readonly seen = new Matrix4();
  private wrote = false;
  private stale = true;

  constructor(readonly object: Object3D) {}

  /** Everything is drawn again: places, scales or meshes changed. */
  invalidate(): void {
    this.stale = true;
  }

  /** Finds the meshes, and sees to it that they have room. */
  findMeshes(): void {
    const found: InstancedMesh[] = [];
    this.object.traverse((object) => {
      if ((object as InstancedMesh).isInstancedMesh) found.push(object as InstancedMesh);
    });
    const known = this.targets.map(({ mesh }) => mesh);
    if (found.length !== known.length || found.some((mesh, i) => mesh !== known[i])) {
      this.targets.length = 0;
      for (const mesh of found) this.targets.push(target(mesh));
      this.stale = true;
    }
    for (const each of this.targets) {
      const { mesh } = each;
      if (mesh.instanceMatrix.count < this.views.length) grow(mesh, this.views.length);
      mesh.count = this.views.length;
      each.array = mesh.instanceMatrix.array as Float32Array;
    }
  }

  refresh(above: boolean): boolean {
    const { object: group } = this;
    group.updateWorldMatrix(above, true);
    let moved = this.stale || !this.seen.equals(group.matrixWorld);
    for (const { mesh, seen } of this.targets) moved ||= !seen.equals(mesh.matrixWorld);
    if (!moved) return false;
    this.stale = false;
    this.seen.copy(group.matrixWorld);
    for (const each of this.targets) place(each, group);
    return true;
  }

  write({ body, place, scaleX, scaleY, scaleZ }: InstanceView, poses: Poses, interpolate: boolean): void {
    const { targets } = this;
    for (let i = 0; i < targets.length; i++) {
      const { array, isPlain, before, after } = targets[i]!;
      const out = isPlain ? array : scratch;
      const at = isPlain ? place * 16 : 0;
      if (interpolate) writeBlended(poses, body.index, scaleX, scaleY, scaleZ, out, at);
      else writeCurrent(poses, body.index, scaleX, scaleY, scaleZ, out, at);
      if (!isPlain)
        pose
          .fromArray(scratch)
          .premultiply(before)
          .multiply(after)
          .toArray(array, place * 16);
    }
    this.wrote = true;
  }

  finish(): void {
    if (!this.wrote) return;
    this.wrote = false;
    for (const { mesh } of this.targets) {
      mesh.instanceMatrix.needsUpdate = true;
      // Pointer events find the bounds anew when they need them.
      mesh.boundingSphere = null;
      mesh.boundingBox = null;
    }
  }
}

function target(mesh: InstancedMesh): Target {
  mesh.frustumCulled = false;
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  const array = mesh.instanceMatrix.array as Float32Array;
  return { mesh, array, seen: new Matrix4(), before: new Matrix4(), after: new Matrix4(), isPlain: true };
}

/**
 * An instance is drawn at mesh · matrix; the body is at pose · scale, and shows the mesh where it lies in the group. The pose is in
 * world space, so the matrix is mesh⁻¹ · pose · scale of group · scale · (group⁻¹ · mesh).
 */
function place(each: Target, group: Object3D): void {
  const { mesh, seen, before, after } = each;
  seen.copy(mesh.matrixWorld);
  before.copy(seen).invert();
  after.copy(group.matrixWorld).invert().multiply(seen);
  each.isPlain = seen.equals(IDENTITY) && group.matrixWorld.equals(IDENTITY);
  const [x, y, z] = scaleOf(group.matrixWorld);
  if (x !== 1 || y !== 1 || z !== 1) after.premultiply(pose.makeScale(x, y, z));
}

/** Mirrored along x, where it is. */
function scaleOf(matrix: Matrix4): Vec3 {
  const { elements: e } = matrix;
  const size = (i: number): number => {
    const length = Math.hypot(e[i]!, e[i + 1]!, e[i + 2]!);
    return Math.abs(length - 1) < 1e-6 ? 1 : length;
  };
  return [matrix.determinant() < 0 ? -size(0) : size(0), size(4), size(8)];
}

/** Twice the room, or more, with the matrices and colours that there are. New colours are white. */
function grow(mesh: InstancedMesh, count: number): void {
  const capacity = Math.max(count, mesh.instanceMatrix.count * 2);
  const longer = (old: InstancedBufferAttribute, fill: number): InstancedBufferAttribute => {
    const array = new Float32Array(capacity * old.itemSize).fill(fill);
    array.set(old.array as Float32Array);
    return new InstancedBufferAttribute(array, old.itemSize).setUsage(DynamicDrawUsage);
  };
  mesh.instanceMatrix = longer(mesh.instanceMatrix as InstancedBufferAttribute, 0);
  if (mesh.instanceColor) mesh.instanceColor = longer(mesh.instanceColor as InstancedBufferAttribute, 1);
}
