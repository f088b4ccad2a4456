/** What a step solves, and in which order, stands until something changes that this depends on, and is no part of the state: a world that is restored before every step goes the same way. */
import { expect, it } from 'vitest';
import { generator } from '../../kernel/test/support/random.js';
import type { Body, Joint, World } from '../src/index.js';
import { testWorld } from './transports.js';

const STEPS = 300;
const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;

/** One world, what may be changed of it, and the numbers that say how: of two with one seed, both go the same way. */
class Subject {
  private readonly bodies: Body[] = [];
  private readonly joints: Joint[] = [];
  private readonly random = generator(11);
  private quiet = 30;

  constructor(private readonly world: World) {
    world.createBody({
      type: 'static',
      position: [0, -1, 0],
      colliders: [{ shape: 'box', halfExtents: [20, 1, 20] }],
    });
    // A pile that is shared by all, and columns that are solved whole.
    for (let row = 0; row < 5; row++)
      for (let i = 0; i < 5 - row; i++) this.add([i + row / 2 - 10, 0.5 + row, 0], { colliders: [box] });
    for (let i = 0; i < 12; i++) this.add([1.5 * (i >> 1), 0.5 + (i & 1), 0], { colliders: [box] });
    this.add([0, 0.5, 5], { type: 'kinematic', colliders: [box] });
    this.add([0, 1.5, 5], { colliders: [box] });
    this.add([8, 0.5, 5], { colliders: [{ shape: 'sphere', radius: 0.5, restitution: 0.9 }] });
  }

  /** Changes something now and then, and has stretches in which nothing is. */
  act(): void {
    if (this.quiet-- > 0) return;
    const { bodies, joints, random } = this;
    this.quiet = Math.floor(12 * random() ** 2);
    const body = bodies[Math.floor(bodies.length * random())]!;
    const other = bodies[Math.floor(bodies.length * random())]!;
    const [x, y, z] = body.position;
    const acts: (() => void)[] = [
      () => this.add([20 * random() - 10, 2, 5 * random()], { colliders: [box] }),
      () => this.remove(body),
      () => body.sleep(),
      () => body.wake(),
      () => body.setPosition([x, y + 0.4, z]),
      () => body.setLinearVelocity([0, 2, 1]),
      () => body.update({ enabled: false }),
      () => bodies.forEach((each) => each.update({ enabled: true })),
      () => body.update({ type: body.type === 'static' ? 'dynamic' : 'static' }),
      () => body.update({ type: body.type === 'kinematic' ? 'dynamic' : 'kinematic' }),
      () => body.update({ colliders: [{ ...box, friction: random() }] }),
      () => body.update({ colliders: [{ shape: 'sphere', radius: 0.5, restitution: random() }] }),
      () => {
        if (body !== other) joints.push(this.world.createJoint({ type: 'distance', bodyA: body, bodyB: other }));
      },
      () => joints.splice(Math.floor(joints.length * random()), 1)[0]?.destroy(),
      () => joints.splice(0).forEach((joint) => joint.destroy()),
    ];
    acts[Math.floor(acts.length * random())]!();
  }

  private add(position: [number, number, number], options: Parameters<World['createBody']>[0]): void {
    this.bodies.push(this.world.createBody({ ...options, position }));
  }

  private remove(body: Body): void {
    body.destroy();
    this.bodies.splice(this.bodies.indexOf(body), 1);
    const left = this.joints.filter((joint) => joint.isValid);
    this.joints.splice(0, this.joints.length, ...left);
  }
}

it.each([false, true])('whatever changes, where bodies may sleep: %s', async (sleep) => {
  const worlds = [await testWorld('inline', { sleep }), await testWorld('inline', { sleep })] as const;
  const subjects = worlds.map((world) => new Subject(world));
  for (let step = 1; step <= STEPS; step++) {
    for (const subject of subjects) subject.act();
    await worlds[1].restore(await worlds[1].snapshot());
    for (const world of worlds) world.stepSync();
    const [kept, restored] = [await worlds[0].hash(), await worlds[1].hash()];
    expect(kept, `step ${step}`).toBe(restored);
  }
});
