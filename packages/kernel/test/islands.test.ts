/**
 * Random worlds, checked between all steps and after all commands: the kernel's lists, sets, islands and colours agree with each other, and the
 * islands are the connected components that a slow search finds, up to splits that are still due.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyField, BodyFlag, BodyType, CommandKind, EventKind, JointFlag } from '../src/index.js';
import { runs } from './support/random.js';
import { Sim, type BodyOptions, type Quat, type ShapeName, type Vec } from './support/sim.js';
import { faultsOf } from './support/validate.js';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map(Math.fround);
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
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

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

const reached = { splits: 0, sleeps: 0, wakes: 0, joints: 0, shared: 0, siblings: 0 };

function play(pile: BodyOptions[], commands: Command[], seed: number): bigint {
  const sim = new Sim({ blockOrderSeed: seed, maxPages: 1024 });
  const bodies = [sim.body({ type: BodyType.Static, size: [6, 0.5, 6], position: [0, -0.5, 0] })];
  for (const each of pile) bodies.push(sim.body(each));
  const joints: number[] = [];
  const check = () => {
    expect(faultsOf(sim)).toBe('');
    reached.siblings += sim.kernel.linkedSiblings(sim.world);
  };
  for (const command of commands) {
    apply(sim, bodies, joints, command, check);
    sim.drain();
    check();
  }
  sim.step(2);
  check();
  reached.splits += sim.stat('splitCount');
  reached.sleeps += sim.events.filter(({ kind }) => kind === EventKind.Sleep).length;
  reached.wakes += sim.events.filter(({ kind }) => kind === EventKind.Wake).length;
  reached.joints += sim.stat('jointCount');
  if (sim.stat('awakeIslandCount') > 0 && sim.stat('awakeIslandCount') < sim.stat('islandCount')) reached.shared++;
  return sim.hash();
}

describe('random worlds', () => {
  it('stay sound after all commands and steps', { timeout: 120_000 }, () => {
    const count = Number(process.env['ATOLL_RUNS'] ?? 300);
    fc.assert(
      fc.property(
        fc.array(body, { maxLength: 20, size: 'max' }),
        fc.array(command, { minLength: 10, maxLength: 60, size: 'max' }),
        (pile, commands) => {
          play(pile, commands, 0);
        },
      ),
      {
        ...runs<[BodyOptions[], Command[]]>('random worlds', count),
        interruptAfterTimeLimit: 100_000,
        markInterruptAsFailure: false,
      },
    );
    console.info('random worlds reached', reached);
    expect(
      Math.min(reached.splits, reached.sleeps, reached.wakes, reached.joints, reached.shared, reached.siblings),
    ).toBeGreaterThan(0);
  });
});

describe('symptoms found before', () => {
  it('a body rests on a kinematic one that was put to sleep', () => {
    const sim = new Sim();
    const floor = sim.body({ type: BodyType.Kinematic, size: [5, 0.5, 5], position: [0, -0.5, 0] });
    const box = sim.body({ position: [0, 0.5, 0] });
    sim.step(10);
    sim.motion(CommandKind.SleepBody, floor);
    for (let i = 0; i < 30; i++) {
      sim.step();
      expect(faultsOf(sim)).toBe('');
    }
    expect(sim.at(box).position[1]).toBeCloseTo(0.5, 2);
  });

  it('a body stays awake on a kinematic one that moves, however slowly, and falls asleep once that stands', () => {
    const sim = new Sim();
    const slow: Vec = [0.01, 0, 0];
    const floor = sim.body({ type: BodyType.Kinematic, size: [5, 0.5, 5], position: [0, -0.5, 0], linear: slow });
    const box = sim.body({ position: [0, 0.5, 0] });
    sim.step(200);
    expect(sim.stat('awakeIslandCount')).toBe(1);
    expect(sim.at(box).position[0]).toBeCloseTo(200 / 6000, 2);
    sim.motion(CommandKind.SetVelocity, floor, [0, 0, 0], [0, 0, 0]);
    sim.step(100);
    expect(sim.stat('awakeIslandCount')).toBe(0);
  });

  it('a kinematic body that wakes alone is not solved against a sleeper', () => {
    const sim = new Sim();
    const floor = sim.body({ type: BodyType.Kinematic, size: [5, 0.5, 5], position: [0, -0.5, 0] });
    const box = sim.body({ position: [0, 0.5, 0] });
    sim.step(10);
    sim.motion(CommandKind.SleepBody, box);
    sim.motion(CommandKind.SleepBody, floor);
    sim.step(2);
    sim.motion(CommandKind.WakeBody, floor);
    sim.step();
    expect(faultsOf(sim)).toBe('');
  });

  /** Two bodies come apart at rest; from the 29th step on their island waits for its split, which takes place in the next one. */
  function apart(disturb: (sim: Sim, bodies: number[]) => void, at: number, bystander: boolean): void {
    const sim = new Sim({ gravity: [0, 0, 0] });
    const bodies = [sim.body(), sim.body({ position: [3, 0, 0] }), sim.body({ position: [6, 0, 0] })];
    if (bystander) sim.body({ position: [19, 0, 0], linear: [1, 0, 0] });
    const joint = sim.joint(bodies[0]!, bodies[1]!, [1.5, 0, 0], [-1.5, 0, 0]);
    sim.joint(bodies[1]!, bodies[2]!, [1.5, 0, 0], [-1.5, 0, 0]);
    sim.step(2);
    sim.jointRecord(CommandKind.DestroyJoint, joint, 0);
    for (let i = 0; i < 40; i++) {
      if (i === at) disturb(sim, bodies);
      sim.step();
      expect(faultsOf(sim)).toBe('');
    }
  }
  const moments = [28, 29, 30, 31].flatMap(
    (at) =>
      [
        [at, false],
        [at, true],
      ] as const,
  );
  it.each(moments)(
    'an island that is put to sleep before its split stays whole (step %i, bystander %s)',
    (at, bystander) => {
      apart((sim, bodies) => sim.motion(CommandKind.SleepBody, bodies[0]!), at, bystander);
    },
  );
  it.each(moments)(
    'a body that turns non-finite while its island is split leaves it (step %i, bystander %s)',
    (at, bystander) => {
      apart((sim, bodies) => sim.motion(CommandKind.ApplyImpulse, bodies[2]!, [NaN, 0, 0]), at, bystander);
    },
  );

  it('bodies created at one place all find each other', () => {
    const sim = new Sim({ gravity: [0, 0, 0] });
    for (let i = 0; i < 600; i++) sim.body({ shape: 'sphere', size: [0.5, 0, 0] });
    sim.step();
    expect(sim.stat('contactCount')).toBe((600 * 599) / 2);
  });
});
