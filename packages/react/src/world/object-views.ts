import type { Body, Poses } from '@atoll/engine';
import { Matrix4, Quaternion, Vector3, type Object3D } from 'three';
import { mirror } from '../body/pose.js';
import { readPose, type PoseWriter, type Surroundings, type View } from './pose-writer.js';

const IDENTITY = new Matrix4();
const scratchPosition = new Vector3();
const scratchScale = new Vector3();

/** Bodies that are drawn by an object each. */
export class ObjectViews {
  private readonly parents = new Map<Object3D, ParentFrame>();

  constructor(private readonly writer: PoseWriter) {}

  /** Draws `body` with `object` from now on. */
  add(body: Body, object: Object3D): View {
    const view = new ObjectView(body, object, this.frameOf(object));
    view.frame.views.add(view);
    this.writer.add(view);
    // Its parent may be exchanged around it, as three fiber does where a `primitive` gets another object.
    const follow = (): void => {
      this.leave(view);
      view.frame = this.frameOf(object);
      view.frame.views.add(view);
      view.frame.forget();
    };
    object.addEventListener('added', follow);
    view.stop = () => object.removeEventListener('added', follow);
    return view;
  }

  remove(view: View): void {
    this.writer.remove(view);
    (view as ObjectView).stop();
    this.leave(view as ObjectView);
  }

  private frameOf(object: Object3D): ParentFrame {
    const parent = object.parent ?? object;
    let frame = this.parents.get(parent);
    if (!frame) {
      this.parents.set(parent, (frame = new ParentFrame(parent)));
      frame.refresh(true);
      this.writer.surround(frame);
    }
    return frame;
  }

  private leave(view: ObjectView): void {
    const { frame } = view;
    frame.views.delete(view);
    if (frame.views.size > 0) return;
    this.parents.delete(frame.object);
    this.writer.leave(frame);
  }
}

/** A parent of drawn objects. */
class ParentFrame implements Surroundings {
  readonly views = new Set<View>();
  readonly inverse = new Matrix4();
  readonly inverseRotation = new Quaternion();
  isIdentity = true;
  mirrors = false;
  private readonly seen = new Matrix4();

  constructor(readonly object: Object3D) {}

  /** Has it count as moved. */
  forget(): void {
    this.seen.elements[0] = NaN;
  }

  /** True when it moved since the last call. */
  refresh(above: boolean): boolean {
    this.object.updateWorldMatrix(above, false);
    if (this.seen.equals(this.object.matrixWorld)) return false;
    this.seen.copy(this.object.matrixWorld);
    this.isIdentity = this.seen.equals(IDENTITY);
    this.inverse.copy(this.seen).invert();
    this.seen.decompose(scratchPosition, this.inverseRotation, scratchScale);
    this.inverseRotation.invert();
    this.mirrors = scratchScale.x < 0;
    return true;
  }
}

class ObjectView implements View {
  stop: () => void = () => {};

  constructor(
    readonly body: Body,
    private readonly object: Object3D,
    public frame: ParentFrame,
  ) {}

  draw(poses: Poses, interpolate: boolean): void {
    const { object, frame } = this;
    readPose(poses, this.body.index, interpolate, object.position, object.quaternion);
    if (frame.isIdentity) return;
    object.position.applyMatrix4(frame.inverse);
    object.quaternion.premultiply(frame.inverseRotation);
    if (frame.mirrors) mirror(object.quaternion);
  }
}
