import { World } from '../world/world';
import { JointRowSettings } from '../generated/layout';
import { NONE } from '../constants';

/** One coordinate of a joint: a limit, a spring and a motor may act on it. Vectors are in world space. */
@unmanaged
export class JointRow {
  /** Next row of the joint, or NONE. */
  next: i32;
  /** JointRowKind. */
  kind: u32;
  /** JointRowFlag bits. */
  flags: u32;
  // Settings.
  min: f32;
  max: f32;
  springHertz: f32;
  springDamping: f32;
  springTarget: f32;
  springMaxForce: f32;
  motorVelocity: f32;
  motorMaxForce: f32;
  /** m or rad, unwrapped towards the limits. */
  coordinate: f32;
  /** Of a substep, N s or N m s: positive acts on B along the coordinate. */
  limitImpulse: f32;
  springImpulse: f32;
  motorImpulse: f32;
  /** Effective mass, kg or kg m². */
  mass: f32;
  // Of the step: the spring as a soft constraint, and what the substep may give at most.
  springRate: f32;
  springPull: f32;
  springMaxImpulse: f32;
  motorMaxImpulse: f32;
  /** Distance to the target before the bodies moved in the substep. */
  springError: f32;
  /** Of a distance, m/s: what it grows by in a substep since the anchors pass each other on straight lines, by the substep's length. */
  drift: f32;
  reserved1: u64;
  /** Direction of a coordinate in m, else zero. */
  linear: v128;
  /** Direction of a coordinate in rad, else zero. */
  turning: v128;
  /** The rate of the coordinate is linear · (v_B − v_A) + spinB · σ_B − spinA · σ_A, with σ of solver/spin.ts. */
  spinA: v128;
  spinB: v128;
  /** Impulses of the rigid blocks that a unit of the row brings with it, so that the locked axes stay locked. */
  helpLinear: v128;
  helpAngular: v128;
  /** What a unit with that help does: linear impulse on B, and changes of σ. */
  push: v128;
  turnA: v128;
  turnB: v128;
}

export class JointRows {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): JointRow {
    return world.jointRows.record<JointRow>(id);
  }

  // @ts-ignore: decorator
  @inline static impulse(row: JointRow): f32 {
    return row.limitImpulse + row.springImpulse + row.motorImpulse;
  }

  /** Forgets the impulses of a list. */
  static rest(world: World, head: i32): void {
    for (let id = head; id != NONE;) {
      const row = JointRows.at(world, id);
      row.limitImpulse = 0;
      row.springImpulse = 0;
      row.motorImpulse = 0;
      id = row.next;
    }
  }

  static free(world: World, head: i32): void {
    for (let id = head; id != NONE;) {
      const next = JointRows.at(world, id).next;
      world.jointRows.free(id);
      id = next;
    }
  }

  /**
   * The list for `count` records, of which room was reserved. Rows that act on the same coordinates as before go on with their
   * impulses: a motor that is told another speed pulls on.
   */
  static replace(world: World, head: i32, records: usize, count: i32): i32 {
    if (!JointRows.fits(world, head, records, count)) {
      JointRows.free(world, head);
      head = NONE;
      for (let i = 0; i < count; i++) {
        const id = world.jointRows.take();
        JointRows.at(world, id).next = head;
        head = id;
      }
    }
    let id = head;
    for (let i = 0; i < count; i++) {
      const row = JointRows.at(world, id);
      JointRows.fill(row, JointRows.record(records, i));
      id = row.next;
    }
    return head;
  }

  // @ts-ignore: decorator
  @inline private static record(records: usize, index: i32): JointRowSettings {
    return changetype<JointRowSettings>(records + (index as usize) * JointRowSettings.STRIDE);
  }

  private static fits(world: World, head: i32, records: usize, count: i32): bool {
    let id = head;
    for (let i = 0; i < count; i++) {
      if (id == NONE || JointRows.at(world, id).kind != JointRows.record(records, i).kind) return false;
      id = JointRows.at(world, id).next;
    }
    return id == NONE;
  }

  private static fill(row: JointRow, settings: JointRowSettings): void {
    row.kind = settings.kind;
    row.flags = settings.flags;
    row.min = settings.min;
    row.max = settings.max;
    row.springHertz = settings.springHertz;
    row.springDamping = settings.springDamping;
    row.springTarget = settings.springTarget;
    row.springMaxForce = settings.springMaxForce;
    row.motorVelocity = settings.motorVelocity;
    row.motorMaxForce = settings.motorMaxForce;
  }
}
