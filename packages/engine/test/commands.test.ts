import fc from 'fast-check';
import { expect, it } from 'vitest';
import { between } from '../../kernel/test/support/random.js';
import { createWorld, type Body, type ColliderOptions, type Joint, type World } from '../src/index.js';
import { ground } from './transports.js';

type Command = readonly [kind: number, pick: number, x: number, y: number];

const shapes: readonly ColliderOptions[] = [
  { shape: 'sphere', radius: 0.5 },
  { shape: 'box', halfExtents: [0.5, 0.3, 0.4] },
  { shape: 'capsule', radius: 0.3, halfHeight: 0.4 },
  { shape: 'sphere', radius: 0.4, sensor: true },
];

/** Does what a program might do, and much faster. */
function perform(world: World, bodies: Body[], joints: Joint[], [kind, pick, x, y]: Command): void {
  const body = bodies[pick % bodies.length];
  const other = bodies[(pick * 7 + 1) % bodies.length];
  if (kind < 6 || !body || !other) {
    const type = (['dynamic', 'dynamic', 'dynamic', 'kinematic', 'static'] as const)[pick % 5]!;
    bodies.push(
      world.createBody({
        type,
        position: [x, y, 0],
        colliders: [shapes[pick % shapes.length]!],
        linearVelocity: [0, 0, x],
      }),
    );
    return;
  }
  switch (kind) {
    case 6:
      bodies.splice(bodies.indexOf(body), 1)[0]!.destroy();
      return;
    case 7:
      return body.setPosition([x, y, 0]);
    case 8:
      return body.setLinearVelocity([x, y, 1]);
    case 9:
      return body.applyImpulse([x * 100, y * 100, 0], [x, y, 0]);
    case 10:
      return body.sleep();
    case 11:
      return body.wake();
    case 12:
      return body.update({ type: (['dynamic', 'static', 'kinematic'] as const)[pick % 3]! });
    case 13:
      return body.update({ colliders: [shapes[pick % 3]!, { ...shapes[(pick + 1) % 3]!, position: [0, 1, 0] }] });
    case 14:
      return body.update({ enabled: pick % 2 === 0, bullet: pick % 3 === 0 });
    case 15:
      if (body.type === 'kinematic') body.setKinematicTarget([x, y, 0], [0, 0, 0, 1]);
      return;
    case 16:
      if (body !== other)
        joints.push(world.createJoint({ type: 'spherical', bodyA: body, bodyB: other, anchorA: [0, 1, 0] }));
      return;
    case 17:
      return joints.splice(pick % (joints.length || 1), 1)[0]?.destroy();
    case 18:
      return body.update({ mass: 1 + Math.abs(x), lockRotations: [pick % 2 === 0, true, false] });
    case 19:
      return world.update({ gravity: [0, -Math.abs(y), 0] });
  }
}

const commands = fc.array(
  fc.array(fc.tuple(fc.nat(19), fc.nat(1000), between(-4, 4), between(0, 8)), { maxLength: 30 }),
  { minLength: 1, maxLength: 30 },
);

async function run(
  options: Parameters<typeof createWorld>[0],
  script: readonly (readonly Command[])[],
): Promise<unknown> {
  const world = await createWorld({ maxMemory: 2 ** 27, ...options });
  try {
    const bodies: Body[] = [world.createBody(ground)];
    const joints: Joint[] = [];
    let touching = 0;
    world.on('contactbegin', () => touching++);
    world.on('contactend', () => touching--);
    for (const step of script) {
      world.batch(() => step.forEach((command) => perform(world, bodies, joints, command)));
      await world.step(3);
      expect(world.stats.bodyCount).toBe(world.bodyCount);
      expect(world.failure).toBeUndefined();
      const pairs = new Set(bodies.flatMap((body) => [...world.contactsOf(body)]));
      expect(pairs.size).toBe(touching);
      for (const body of bodies) expect([...body.position, ...body.rotation].every(Number.isFinite)).toBe(true);
    }
    const hash = await world.hash();
    return [hash, bodies.map((body) => [body.position, body.rotation, body.linearVelocity, body.isSleeping]), touching];
  } finally {
    await world.dispose();
  }
}

it('any commands leave the world sound, and the same on every transport', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (script) => {
      const expected = await run({ transport: 'inline' }, script);
      expect(await run({ transport: 'inline', blockOrderSeed: 7 }, script)).toEqual(expected);
      expect(await run({ transport: 'transfer' }, script)).toEqual(expected);
      expect(await run({ transport: 'shared', workers: 2 }, script)).toEqual(expected);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 30) },
  );
}, 600000);
