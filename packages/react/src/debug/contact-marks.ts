import type { Body, ColliderPair, ContactEvent, World } from '@atoll/engine';
import { Quaternion, Vector3 } from 'three';

/** A point where two colliders began to touch, which goes with body A. */
interface Mark {
  readonly body: Body;
  readonly position: Vector3;
  readonly normal: Vector3;
}

/** Where colliders touch, from the events that say so. */
export class ContactMarks {
  private readonly marks = new Map<string, Mark[]>();
  private readonly ends: (() => void)[];

  constructor(world: World) {
    const set = (event: ContactEvent): void =>
      void this.marks.set(
        keyOf(event),
        event.points.map((p) => markOf(event, p)),
      );
    this.ends = [
      world.on('contactbegin', set),
      world.on('contacthit', set),
      world.on('contactend', (event) => void this.marks.delete(keyOf(event))),
    ];
  }

  /** Each mark as it is now: m and a unit vector from A to B, world space. */
  forEach(act: (position: Vector3, normal: Vector3) => void): void {
    for (const [key, marks] of this.marks) {
      for (const { body, position, normal } of marks) {
        if (!body.isValid) {
          this.marks.delete(key);
          break;
        }
        turn.set(...body.rotation);
        act(
          at
            .copy(position)
            .applyQuaternion(turn)
            .add(origin.set(...body.position)),
          along.copy(normal).applyQuaternion(turn),
        );
      }
    }
  }

  end(): void {
    for (const end of this.ends) end();
  }
}

const turn = new Quaternion();
const at = new Vector3();
const along = new Vector3();
const origin = new Vector3();

const keyOf = ({ bodyA, colliderA, bodyB, colliderB }: ColliderPair): string =>
  `${bodyA.handle},${colliderA},${bodyB.handle},${colliderB}`;

function markOf({ bodyA }: ContactEvent, { position, normal }: ContactEvent['points'][number]): Mark {
  turn.set(...bodyA.rotation).invert();
  return {
    body: bodyA,
    position: new Vector3(...position).sub(origin.set(...bodyA.position)).applyQuaternion(turn),
    normal: new Vector3(...normal).applyQuaternion(turn),
  };
}
