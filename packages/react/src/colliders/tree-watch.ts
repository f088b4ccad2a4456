import type { Object3D } from 'three';

interface ChildEvent {
  readonly child: Object3D;
}

/** Tells of objects that come or go anywhere below others: meshes that load late become colliders too. */
export class TreeWatch {
  private readonly watched = new Set<Object3D>();

  constructor(private readonly changed: () => void) {}

  add(object: Object3D): void {
    if (this.watched.has(object)) return;
    this.watched.add(object);
    object.addEventListener('childadded', this.came);
    object.addEventListener('childremoved', this.went);
    for (const child of object.children) this.add(child);
  }

  /** Nothing is kept: objects may outlive those who watch them, as cached models do. */
  end(): void {
    for (const object of this.watched) this.leave(object);
  }

  private readonly came = ({ child }: ChildEvent): void => {
    this.add(child);
    this.changed();
  };

  private readonly went = ({ child }: ChildEvent): void => {
    child.traverse((object) => this.leave(object));
    this.changed();
  };

  private leave(object: Object3D): void {
    this.watched.delete(object);
    object.removeEventListener('childadded', this.came);
    object.removeEventListener('childremoved', this.went);
  }
}
