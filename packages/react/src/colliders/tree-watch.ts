import type { Object3D } from 'three';

/** Tells of objects that come or go anywhere below others: meshes that load late become colliders too. */
export class TreeWatch {
  private readonly watched = new WeakSet<Object3D>();

  constructor(private readonly changed: () => void) {}

  add(object: Object3D): void {
    if (this.watched.has(object)) return;
    this.watched.add(object);
    object.addEventListener('childadded', ({ child }) => {
      this.add(child);
      this.changed();
    });
    object.addEventListener('childremoved', () => this.changed());
    for (const child of object.children) this.add(child);
  }
}
