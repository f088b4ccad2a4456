import type { InstancedMesh, Mesh } from 'three';

/** Whether there is something to make a collider of. */
export const hasPoints = ({ geometry }: Mesh): boolean =>
  ((geometry as Mesh['geometry'] | undefined)?.attributes.position?.count ?? 0) > 0;

/** Instanced meshes that were looked at. */
const known = new WeakSet<Mesh>();

/**
 * Tells of meshes that change where no object comes or goes: those that get their geometry later, and instanced ones, whose matrices are
 * often set by effects that run after those of the body.
 */
export class LateMeshes {
  private waiting: readonly Mesh[] = [];
  private isFresh = false;
  private stop: (() => void) | undefined;

  constructor(private readonly changed: () => void) {}

  /** `meshes`: those that colliders were made of. `frames`: who is called once a frame. */
  follow(meshes: readonly Mesh[], frames: Set<() => void>): void {
    this.waiting = meshes.filter((mesh) => !hasPoints(mesh));
    for (const mesh of meshes) {
      if (!(mesh as Partial<InstancedMesh>).isInstancedMesh || known.has(mesh)) continue;
      known.add(mesh);
      this.isFresh = true;
      // Behind the layout effects of this commit; and in the next frame, behind its other effects.
      this.changed();
    }
    if ((!this.isFresh && this.waiting.length === 0) || this.stop) return;
    const look = (): void => this.look();
    frames.add(look);
    this.stop = () => void frames.delete(look);
  }

  end(): void {
    this.stop?.();
    this.stop = undefined;
    this.waiting = [];
    this.isFresh = false;
  }

  private look(): void {
    if (this.isFresh || this.waiting.some(hasPoints)) this.changed();
    this.isFresh = false;
    if (this.waiting.every(hasPoints)) this.end();
  }
}
