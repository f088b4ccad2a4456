import type { Body, Poses } from '@atoll/engine';
import type { Object3D, Quaternion, Vector3 } from 'three';
import { beforeMatrices } from './before-matrices.js';

/** What draws one body. */
export interface View {
  readonly body: Body;
  /** Brings what is drawn to where the body is. */
  draw(poses: Poses, interpolate: boolean): void;
}

/**
 * What some views are drawn in. It may move, and is looked at twice a frame: before the user's `useFrame`, and when three brings matrices
 * up to date to draw.
 */
export interface Surroundings {
  readonly object: Object3D;
  readonly views: Iterable<View>;
  /** True when all its views have to be drawn again, although their bodies rest. `above`: whether what is around it may be out of date. */
  refresh(above: boolean): boolean;
  /** Called when the views of this frame are drawn. */
  finish?(): void;
}

const blended = new Float32Array(7);

/** Has those bodies drawn that moved, and those whose surroundings did. */
export class PoseWriter {
  /** By `body.index`. */
  private readonly views: (View | undefined)[] = [];
  /** With what ends the second look. */
  private readonly surroundings = new Map<Surroundings, () => void>();
  private poses: Poses | undefined;
  private interpolate = true;

  add(view: View): void {
    this.views[view.body.index] = view;
  }

  remove(view: View): void {
    // The index may have a new owner already.
    if (this.views[view.body.index] === view) this.views[view.body.index] = undefined;
  }

  surround(surroundings: Surroundings): void {
    const end = beforeMatrices(surroundings.object, () => this.lookAgain(surroundings));
    this.surroundings.set(surroundings, end);
  }

  leave(surroundings: Surroundings): void {
    this.surroundings.get(surroundings)?.();
    this.surroundings.delete(surroundings);
  }

  /** Returns true when something was drawn. */
  write(poses: Poses, interpolate: boolean): boolean {
    this.poses = poses;
    this.interpolate = interpolate;
    let wrote = false;
    for (const around of this.surroundings.keys()) if (this.look(around, true)) wrote = true;
    const { views } = this;
    const { moved, movedCount } = poses;
    for (let i = 0; i < movedCount; i++) {
      const view = views[moved[i]!];
      if (view === undefined) continue;
      view.draw(poses, interpolate);
      wrote = true;
    }
    if (wrote) for (const around of this.surroundings.keys()) around.finish?.();
    return wrote;
  }

  /** What was moved since the last `write`, by the user's `useFrame`, shows its bodies in this frame where they are. */
  private lookAgain(around: Surroundings): void {
    if (this.look(around, false)) around.finish?.();
  }

  /** Returns true when it had all views drawn. */
  private look(around: Surroundings, above: boolean): boolean {
    const { poses, interpolate } = this;
    if (!poses || !around.refresh(above)) return false;
    for (const view of around.views) view.draw(poses, interpolate);
    return true;
  }
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
