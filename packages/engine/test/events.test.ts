import { describe, expect, it, vi } from 'vitest';
import type { Body, ContactEvent, SleepEvent } from '../src/index.js';
import { ball, ground, testWorld, transports } from './transports.js';

describe.each(transports)('%s transport', (transport) => {
  it('tells begin and end of a contact, with points, and keeps the set of pairs', async () => {
    const world = await testWorld(transport);
    const floor = world.createBody(ground);
    const body = world.createBody(ball(1));
    const events: ContactEvent[] = [];
    world.on('contactbegin', (event) => events.push(event));
    world.on('contactend', (event) => events.push(event));
    const pairs = world.contactsOf(body);
    let changes = 0;
    body.onContactChange((now) => {
      changes++;
      expect(now).toBe(pairs);
    });
    expect(pairs.size).toBe(0);
    await world.step(60);
    expect(events).toHaveLength(1);
    const [begin] = events;
    expect(begin!.type).toBe('contactbegin');
    expect(new Set([begin!.bodyA, begin!.bodyB])).toEqual(new Set([floor, body]));
    expect([begin!.colliderA, begin!.colliderB]).toEqual([0, 0]);
    expect(begin!.points).toHaveLength(1);
    const [point] = begin!.points;
    expect(Math.abs(point!.normal[1])).toBeCloseTo(1, 5);
    // From A to B: up where B is the ball.
    expect(Math.sign(point!.normal[1])).toBe(begin!.bodyB === body ? 1 : -1);
    expect(Math.abs(point!.position[1])).toBeLessThan(0.1);
    expect(begin!.step).toBeGreaterThan(1);
    expect([pairs.size, world.contactsOf(floor).size, changes]).toEqual([1, 1, 1]);
    body.setPosition([0, 20, 0]);
    await world.step(2);
    expect(events.map((event) => event.type)).toEqual(['contactbegin', 'contactend']);
    expect([pairs.size, world.contactsOf(floor).size, changes]).toEqual([0, 0, 2]);
  });

  it('tells that a contact began before it tells that it ended, where a body is taken out in its first step', async () => {
    const world = await testWorld(transport);
    const sensor = { shape: 'sphere', radius: 0.5, sensor: true } as const;
    world.createBody(ground);
    world.createBody({ type: 'static', colliders: [sensor] });
    const body = world.createBody({ ...ball(0.4), gravityScale: 1e38 });
    const heard: string[] = [];
    for (const type of ['contactbegin', 'sensorenter', 'contactend', 'sensorexit', 'problem'] as const)
      world.on(type, (event) => heard.push(event.type));
    await world.step(1);
    expect(heard).toEqual(['contactbegin', 'sensorenter', 'sensorexit', 'contactend', 'problem']);
    expect([world.contactsOf(body).size, world.overlapsOf(body).size]).toEqual([0, 0]);
  });

  it('tells what begins from the next step on that is asked for, always with its points', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const bodies = Array.from({ length: 3 }, (_, i) => world.createBody(ball(1, 2 * i)));
    const begun = new Set<Body>();
    const counts = new Set<number>();
    const hear = (body: Body) =>
      body.on('contactbegin', ({ points }) => {
        begun.add(body);
        counts.add(points.length);
      });
    const land = async (): Promise<void> => {
      for (const [i, body] of bodies.entries()) body.setPosition([2 * i, 5, 0]);
      await world.step(1);
      for (const [i, body] of bodies.entries()) body.setPosition([2 * i, 0.5, 0]);
    };
    await land();
    const first = world.step(1);
    const ends = [hear(bodies[0]!)];
    await first;
    if (transport !== 'inline') expect(begun.size).toBe(0);
    begun.clear();
    await land();
    await world.step(1);
    expect([...begun]).toEqual([bodies[0]]);
    ends.push(
      hear(bodies[1]!),
      world.on('contactbegin', ({ points }) => counts.add(points.length)),
    );
    begun.clear();
    await land();
    await world.step(1);
    expect(begun).toEqual(new Set([bodies[0], bodies[1]]));
    // Nobody listens, and then somebody does again.
    for (const end of ends) end();
    for (const end of ends) end();
    expect(world['core'].contactListenerCount).toBe(0);
    begun.clear();
    await land();
    await world.step(1);
    expect([begun.size, world['core']['isHeard']]).toEqual([0, false]);
    hear(bodies[2]!);
    await land();
    await world.step(1);
    expect([...begun]).toEqual([bodies[2]]);
    expect([...counts]).toEqual([1]);
  });

  it('tells points also where listening begins while the world runs by itself', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(5));
    world.start();
    await vi.waitFor(() => expect(world.stepCount).toBeGreaterThan(2), 5000);
    const counts: number[] = [];
    body.on('contactbegin', ({ points }) => counts.push(points.length));
    body.setPosition([0, 0.5, 0]);
    await vi.waitFor(() => expect(counts).toEqual([1]), 5000);
    world.stop();
  });

  it('tells each of many contacts that begin at once, with its own points', async () => {
    const world = await testWorld(transport, transport === 'shared' ? { workers: 3 } : {});
    const floor = world.createBody(ground);
    const places = new Map<Body, readonly [number, number]>();
    for (let i = 0; i < 400; i++) {
      const place = [(i % 20) * 2 - 20, Math.floor(i / 20) * 2 - 20] as const;
      const colliders = [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }] as const;
      places.set(world.createBody({ position: [place[0], 0.499, place[1]], colliders }), place);
    }
    const begins: ContactEvent[] = [];
    world.on('contactbegin', (event) => begins.push(event));
    await world.step();
    expect(begins).toHaveLength(places.size);
    for (const { bodyA, bodyB, points } of begins) {
      const body = bodyA === floor ? bodyB : bodyA;
      const [x, z] = places.get(body)!;
      places.delete(body);
      expect(points).toHaveLength(4);
      for (const { position } of points) {
        expect(Math.abs(position[0] - x)).toBeCloseTo(0.5, 2);
        expect(Math.abs(position[2] - z)).toBeCloseTo(0.5, 2);
      }
    }
    expect(places.size).toBe(0);
  });

  it('ends the contacts of a destroyed body, with the body in the event', async () => {
    const world = await testWorld(transport);
    const floor = world.createBody(ground);
    const body = world.createBody(ball(0.51));
    await world.step(30);
    expect(world.contactsOf(floor).size).toBe(1);
    const ends: ContactEvent[] = [];
    const changes: number[] = [];
    world.on('contactend', (event) => ends.push(event));
    floor.onContactChange((pairs) => changes.push(pairs.size));
    body.destroy();
    const next = world.createBody(ball(30));
    expect(next.index).toBe(body.index);
    expect([world.contactsOf(floor).size, world.contactsOf(body).size]).toEqual([0, 0]);
    await world.step(1);
    expect(ends).toHaveLength(1);
    expect([ends[0]!.bodyA, ends[0]!.bodyB]).toContain(body);
    expect(changes).toEqual([0]);
    expect(world.contactsOf(next).size).toBe(0);
  });

  it('tells sleep and wake', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(0.5));
    const events: SleepEvent[] = [];
    const states: boolean[] = [];
    world.on('sleep', (event) => events.push(event));
    world.on('wake', (event) => events.push(event));
    const off = body.onSleepChange((sleeping) => states.push(sleeping));
    await world.step(120);
    expect([body.isSleeping, world.awakeBodyCount]).toEqual([true, 0]);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
    body.applyImpulse([0, 3000, 0]);
    await world.step(1);
    expect(body.isSleeping).toBe(false);
    expect(events.map(({ type, body: who }) => [type, who])).toEqual([
      ['sleep', body],
      ['wake', body],
    ]);
    expect(states).toEqual([true, false]);
    off();
    await world.step(200);
    body.wake();
    await world.step(1);
    expect(states).toEqual([true, false]);
  });

  it('puts to sleep on request', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(0.5));
    await world.step(2);
    body.sleep();
    await world.step(1);
    expect(body.isSleeping).toBe(true);
  });

  it('tells a body its own events alone', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const [a, b] = [world.createBody(ball(0.6)), world.createBody(ball(0.6, 5))];
    const heard: string[] = [];
    a.on('contactbegin', () => heard.push('a'));
    const off = b.on('contactbegin', () => heard.push('b'));
    off();
    await world.step(30);
    expect(heard).toEqual(['a']);
  });

  it('reports what a listener throws, and tells the others', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const world = await testWorld(transport);
    world.createBody(ground);
    world.createBody(ball(0.6));
    let heard = 0;
    world.on('contactbegin', () => {
      throw new Error('listener');
    });
    world.on('contactbegin', () => heard++);
    await world.step(30);
    expect(heard).toBe(1);
    expect(report).toHaveBeenCalledTimes(1);
    expect(report.mock.calls[0]![0]).toMatchObject({ message: 'listener' });
    report.mockRestore();
  });

  it('lets a listener change the world', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(0.6));
    let landed: Promise<void> | undefined;
    world.on('contactbegin', () => {
      if (landed) return;
      body.setLinearVelocity([0, 8, 0]);
      landed = world.step(5);
    });
    await world.step(30);
    await landed;
    expect(world.stepCount).toBe(35);
    expect(body.position[1]).toBeGreaterThan(0.8);
  });

  it('tells events in order, also when a listener reads on', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    for (let i = 0; i < 8; i++) world.createBody(ball(0.6 + i * 0.2, i * 3));
    const steps: number[] = [];
    world.on('contactbegin', () => {
      world.read();
      world.advance(0);
    });
    world.on('contactbegin', ({ step }) => steps.push(step));
    await world.step(60);
    expect(steps).toHaveLength(8);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });

  it('raises nothing for colliders without events', async () => {
    const world = await testWorld(transport);
    world.createBody({ ...ground, colliders: [{ shape: 'box', halfExtents: [50, 1, 50], events: false }] });
    const body = world.createBody({
      position: [0, 0.6, 0],
      colliders: [{ shape: 'sphere', radius: 0.5, events: false }],
    });
    let heard = 0;
    world.on('contactbegin', () => heard++);
    await world.step(30);
    expect([heard, world.contactsOf(body).size]).toEqual([0, 0]);
    expect(body.position[1]).toBeCloseTo(0.5, 1);
  });

  it('tells when something enters and leaves a sensor', async () => {
    const world = await testWorld(transport);
    const sensor = world.createBody({
      type: 'static',
      colliders: [{ shape: 'box', halfExtents: [1, 1, 1], sensor: true }],
    });
    const body = world.createBody(ball(4));
    const heard: string[] = [];
    world.on('sensorenter', (event) =>
      heard.push(
        `${event.type} ${[event.bodyA, event.bodyB].includes(sensor)} ${[event.bodyA, event.bodyB].includes(body)}`,
      ),
    );
    world.on('sensorexit', (event) => heard.push(event.type));
    const inside: number[] = [];
    world.on('sensorenter', () => inside.push(world.overlapsOf(sensor).size, world.contactsOf(sensor).size));
    await world.step(150);
    expect(heard).toEqual(['sensorenter true true', 'sensorexit']);
    expect(inside).toEqual([1, 0]);
    expect(world.overlapsOf(sensor).size).toBe(0);
    expect(body.position[1]).toBeLessThan(-5);
  });
});
