import type { Body, Poses } from '@atoll/engine';
import { Matrix4, Quaternion, Vector3, type Object3D } from 'three';

/** A body and the object that draws it. */
export interface View {
  readonly body: Body;
  readonly object: Object3D;
  readonly frame: ParentFrame;
}

/** A parent of drawn objects. Its matrix is looked at each frame: parents may move. */
class ParentFrame {
  readonly views = new Set<View>();
  readonly inverse = new Matrix4();
  readonly inverseRotation = new Quaternion();
  isIdentity = true;
  private readonly seen = new Matrix4();

  constructor(readonly object: Object3D) {}

  /** True when it moved since the last call. */
  refresh(): boolean {
    this.object.updateWorldMatrix(true, false);
    if (this.seen.equals(this.object.matrixWorld)) return false;
    this.seen.copy(this.object.matrixWorld);
    this.isIdentity = this.seen.equals(IDENTITY);
    this.inverse.copy(this.seen).invert();
    this.seen.decompose(scratchPosition, this.inverseRotation, scratchScale);
    this.inverseRotation.invert();
    return true;
  }
}

const IDENTITY = new Matrix4();
const scratchPosition = new Vector3();
const scratchScale = new Vector3();
const blended = new Float32Array(7);

/** Writes poses into three's objects: of bodies that moved, and of bodies whose parent did. */
export class PoseWriter {
  /** By `body.index`. */
  private readonly views: (View | undefined)[] = [];
  private readonly frames = new Map<Object3D, ParentFrame>();

  add(body: Body, object: Object3D): View {
    const parent = object.parent ?? object;
    let frame = this.frames.get(parent);
    if (!frame) {
      this.frames.set(parent, (frame = new ParentFrame(parent)));
      frame.refresh();
    }
    const view: View = { body, object, frame };
    frame.views.add(view);
    this.views[body.index] = view;
    return view;
  }

  remove(view: View): void {
    view.frame.views.delete(view);
    if (view.frame.views.size === 0) this.frames.delete(view.frame.object);
    // The index may have a new owner already.
    if (this.views[view.body.index] === view) this.views[view.body.index] = undefined;
  }

  /** Returns true when something was written. */
  write(poses: Poses, interpolate: boolean): boolean {
    let wrote = false;
    for (const frame of this.frames.values()) {
      if (!frame.refresh()) continue;
      for (const view of frame.views) place(view, poses, interpolate);
      wrote = true;
    }
    const { moved, movedCount } = poses;
    for (let i = 0; i < movedCount; i++) {
      const view = this.views[moved[i]!];
      if (!view) continue;
      place(view, poses, interpolate);
      wrote = true;
    }
    return wrote;
  }
}

function place({ body, object, frame }: View, poses: Poses, interpolate: boolean): void {
  readPose(poses, body.index, interpolate, object.position, object.quaternion);
  if (frame.isIdentity) return;
  object.position.applyMatrix4(frame.inverse);
  object.quaternion.premultiply(frame.inverseRotation);
}

/** World-space pose of a body: blended, or of the newest step. */
export function readPose(
  poses: Poses,
  index: number,
  interpolate: boolean,
  position: Vector3,
  rotation: Quaternion,
): void {
  if (interpolate) {
    poses.sample(index, blended);
    position.set(blended[0]!, blended[1]!, blended[2]!);
    rotation.set(blended[3]!, blended[4]!, blended[5]!, blended[6]!);
    return;
  }
  const { current } = poses;
  const at = index * 8;
  position.set(current[at]!, current[at + 1]!, current[at + 2]!);
  rotation.set(current[at + 4]!, current[at + 5]!, current[at + 6]!, current[at + 7]!);
}
