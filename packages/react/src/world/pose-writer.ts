import type { Body, Poses } from '@atoll/engine';
import type { Quaternion, Vector3 } from 'three';

/** What draws one body. */
export interface View {
  readonly body: Body;
  /** Brings what is drawn to where the body is. */
  draw(poses: Poses, interpolate: boolean): void;
}

/** What some views are drawn in. It is looked at each frame: parents may move. */
export interface Surroundings {
  readonly views: Iterable<View>;
  /** True when all its views have to be drawn again, although their bodies rest. */
  refresh(): boolean;
  /** Called when the views of this frame are drawn. */
  finish?(): void;
}

const blended = new Float32Array(7);

/** Has those bodies drawn that moved, and those whose surroundings did. */
export class PoseWriter {
  /** By `body.index`. */
  private readonly views: (View | undefined)[] = [];
  private readonly surroundings = new Set<Surroundings>();

  add(view: View): void {
    this.views[view.body.index] = view;
  }

  remove(view: View): void {
    // The index may have a new owner already.
    if (this.views[view.body.index] === view) this.views[view.body.index] = undefined;
  }

  surround(surroundings: Surroundings): void {
    this.surroundings.add(surroundings);
  }

  leave(surroundings: Surroundings): void {
    this.surroundings.delete(surroundings);
  }

  /** Returns true when something was drawn. */
  write(poses: Poses, interpolate: boolean): boolean {
    let wrote = false;
    for (const around of this.surroundings) {
      if (!around.refresh()) continue;
      for (const view of around.views) view.draw(poses, interpolate);
      wrote = true;
    }
    const { views } = this;
    const { moved, movedCount } = poses;
    for (let i = 0; i < movedCount; i++) {
      const view = views[moved[i]!];
      if (view === undefined) continue;
      view.draw(poses, interpolate);
      wrote = true;
    }
    if (wrote) for (const around of this.surroundings) around.finish?.();
    return wrote;
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
