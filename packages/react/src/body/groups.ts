import type { Body } from '@atoll/engine';
import type { Object3D } from 'three';

/** What draws bodies with a group. */
export interface BodyGroup {
  /** The body, or of instances the one at a place. */
  bodyAt(instance: number | undefined): Body | undefined;
  readonly pairs: PairHearers;
}

/** Who hears of the pairs of a component's bodies, beside its own handlers: bodies that are not dynamic tell all of them then. */
export class PairHearers {
  count = 0;

  constructor(private readonly changed: () => void) {}

  /** Returns what ends it. */
  add(): () => void {
    this.count++;
    this.changed();
    return () => {
      this.count--;
      this.changed();
    };
  }
}

/** The groups that bodies draw with. */
const groups = new WeakMap<Object3D, BodyGroup>();
const objects = new WeakMap<Body, Object3D>();

export const markBodyGroup = (object: Object3D, group: BodyGroup): void => void groups.set(object, group);
export const markBody = (body: Body, object: Object3D): void => void objects.set(body, object);
export const isBodyGroup = (object: Object3D): boolean => groups.has(object);

/**
 * The body that `object` is drawn by: of the nearest `<Body>` or `<InstancedBodies>` around it, or undefined where there is none.
 * For an instanced mesh, pass the place of the instance too: pointer events have it as `instanceId`.
 * @example <mesh onClick={({ object, instanceId }) => bodyOf(object, instanceId)?.applyImpulse([0, 5000, 0])} />
 */
export function bodyOf(object: Object3D, instanceId?: number): Body | undefined {
  for (let at: Object3D | null = object; at; at = at.parent) {
    const group = groups.get(at);
    if (group) return group.bodyAt(instanceId);
  }
  return undefined;
}

/**
 * The three object that draws `body`: the group of its `<Body>`, or of its `<InstancedBodies>`. Undefined for a body that no component made.
 * @example <Body onCollisionEnter={({ other }) => console.log(objectOf(other)?.name)} />
 */
export const objectOf = (body: Body): Object3D | undefined => objects.get(body);

/** Has a body that is not dynamic tell of pairs with others of that kind. Returns what ends that. */
export function hearPairs(body: Body): () => void {
  const object = objects.get(body);
  return (object && groups.get(object))?.pairs.add() ?? (() => {});
}
