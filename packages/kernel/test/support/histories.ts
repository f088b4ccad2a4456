/** Random piles and what may happen to them, for tests that hold for any world. */
import fc from 'fast-check';
import { BodyField, BodyFlag, BodyType, CommandKind, JointFlag } from '../../src/index.js';
import { between } from './random.js';
import type { BodyOptions, Quat, ShapeName, Sim, Vec } from './sim.js';

const place = fc.tuple(between(-2.5, 2.5), between(0.3, 3), between(-2.5, 2.5)) as fc.Arbitrary<Vec>;
const turn = fc.oneof(
  fc.constant<Quat>([0, 0, 0, 1]),
  fc.tuple(between(-1, 1), between(-1, 1), between(-1, 1), between(0.2, 1)).map(([x, y, z, w]): Quat => {
    const length = Math.hypot(x, y, z, w);
    return [x / length, y / length, z / length, w / length];
  }),
);
const solid = fc.oneof(
  between(0.2, 0.5).map((r): [ShapeName, Vec] => ['sphere', [r, 0, 0]]),
  fc.tuple(between(0.15, 0.3), between(0.1, 0.5)).map(([r, h]): [ShapeName, Vec] => ['capsule', [r, h, 0]]),
  fc.tuple(between(0.2, 0.5), between(0.2, 0.5), between(0.2, 0.5)).map((size): [ShapeName, Vec] => ['box', size]),
);
// Few: a surface of 4 m among bodies of half a metre holds most of them together.
const shape = fc.oneof(
  { weight: 90, arbitrary: solid },
  { weight: 1, arbitrary: fc.constantFrom<[ShapeName, Vec]>(['mesh', [1, 1, 1]], ['field', [1, 1, 1]]) },
);
const body = fc
  .record({
    shape,
    position: place,
    rotation: turn,
    type: fc.constantFrom(
      BodyType.Dynamic,
      BodyType.Dynamic,
      BodyType.Dynamic,
      BodyType.Dynamic,
      BodyType.Kinematic,
      BodyType.Static,
    ),
    sensor: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    flags: fc.constantFrom<number>(
      BodyFlag.CanSleep | BodyFlag.Enabled,
      BodyFlag.CanSleep | BodyFlag.Enabled,
      BodyFlag.CanSleep | BodyFlag.Enabled,
      BodyFlag.Enabled,
      BodyFlag.CanSleep,
    ),
  })
  .map(({ shape: [name, size], ...rest }): BodyOptions => ({ shape: name, size, ...rest }));

const pick = fc.nat(1000);
const push = fc.tuple(between(-60, 60), between(-20, 80), between(-60, 60)) as fc.Arbitrary<Vec>;
const command = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('create' as const), body }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('destroy' as const), a: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('joint' as const),
      a: pick,
      b: pick,
      flags: fc.constantFrom(JointFlag.Enabled, JointFlag.Enabled | JointFlag.CollideConnected, 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unjoint' as const), a: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rejoint' as const),
      a: pick,
      flags: fc.constantFrom(JointFlag.Enabled, 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('impulse' as const), a: pick, push }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('velocity' as const), a: pick, push }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('teleport' as const), a: pick, position: place, rotation: turn }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('target' as const), a: pick, position: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wake' as const), a: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sleep' as const), a: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('type' as const), a: pick, type: fc.constantFrom(0, 1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('flags' as const), a: pick, flags: fc.constantFrom<number>(1, 4, 5, 5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('shapes' as const), a: pick, shapes: fc.array(shape, { maxLength: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('gravity' as const),
      y: fc.constantFrom(-10, -5, 10),
      sleep: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      count: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 20, max: 150 })),
    }),
  },
);
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

export const piles = fc.array(body, { maxLength: 20, size: 'max' });
export const histories = fc.array(command, { minLength: 10, maxLength: 60, size: 'max' });

/** On a floor, as it was created. */
export class Pile {
  private readonly joints: number[] = [];

  private constructor(
    private readonly sim: Sim,
    private readonly bodies: number[],
  ) {}

  static build(sim: Sim, pile: readonly BodyOptions[]): Pile {
    const bodies = [sim.body({ type: BodyType.Static, size: [6, 0.5, 6], position: [0, -0.5, 0] })];
    for (const each of pile) bodies.push(sim.body(each));
    return new Pile(sim, bodies);
  }

  /** `check` is called after every step, and at the end. */
  apply(commands: readonly Command[], check: () => void): void {
    for (const command of commands) {
      apply(this.sim, this.bodies, this.joints, command, check);
      this.sim.drain();
      check();
    }
  }
}

function apply(sim: Sim, bodies: number[], joints: number[], command: Command, check: () => void): void {
  const a = 'a' in command ? bodies[command.a % Math.max(1, bodies.length)] : undefined;
  switch (command.do) {
    case 'create':
      bodies.push(sim.body(command.body));
      break;
    case 'step':
      for (let i = 0; i < command.count; i++) {
        sim.step();
        check();
      }
      break;
    case 'gravity':
      sim.settings({ gravity: [0, command.y, 0], sleep: command.sleep });
      break;
    case 'unjoint':
    case 'rejoint': {
      if (joints.length === 0) return;
      const at = command.a % joints.length;
      if (command.do === 'rejoint') sim.jointRecord(CommandKind.UpdateJoint, joints[at]!, command.flags);
      else sim.jointRecord(CommandKind.DestroyJoint, joints.splice(at, 1)[0]!, 0);
      break;
    }
    default: {
      if (a === undefined) return;
      if (command.do === 'destroy') sim.destroy(bodies.splice(command.a % bodies.length, 1)[0]!);
      else if (command.do === 'joint') {
        const b = bodies[command.b % bodies.length]!;
        if (a !== b) joints.push(sim.joint(a, b, [0, 0.6, 0], [0, -0.6, 0], command.flags));
      } else if (command.do === 'impulse') sim.motion(CommandKind.ApplyImpulse, a, command.push);
      else if (command.do === 'velocity')
        sim.motion(CommandKind.SetVelocity, a, command.push.map((x) => x / 20) as unknown as Vec);
      else if (command.do === 'teleport') sim.motion(CommandKind.SetPose, a, command.position, command.rotation);
      else if (command.do === 'target') sim.motion(CommandKind.SetKinematicTarget, a, command.position);
      else if (command.do === 'wake') sim.motion(CommandKind.WakeBody, a);
      else if (command.do === 'sleep') sim.motion(CommandKind.SleepBody, a);
      else if (command.do === 'type') sim.update(a, BodyField.Type, command.type, 0);
      else if (command.do === 'flags') sim.update(a, BodyField.Flags, 0, command.flags);
      else
        sim.setColliders(
          a,
          command.shapes.map(([name, size]) => ({ shape: name, size })),
        );
    }
  }
}
