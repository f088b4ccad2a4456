/** Inbox and outbox: records that wrap, rings that grow, handles that are stale, memory that ends. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyType, CommandKind, EventKind, ProblemCode, WorldHeader } from '../src/index.js';
import { runs } from './support/random.js';
import { Sim } from './support/sim.js';
import { faultsOf } from './support/validate.js';

describe('inbox', () => {
  it('applies every record once and in order, over the end of the ring and into larger segments', () => {
    let relocated = 0,
      wrapped = 0;
    // Each part: records written before the kernel reads. Velocities of one body tell the order; the colliders make records of any length.
    const part = fc.record({
      count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 500, max: 3000 })),
      padding: fc.nat(40),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12, size: 'max' }), (parts) => {
        const sim = new Sim({ gravity: [0, 0, 0] });
        // 128 kg: one impulse is 2⁻¹⁰ m/s, and the sum is exact.
        const body = sim.body({ density: 128 }),
          other = sim.body({ position: [0, 50, 0] });
        let expected = 0,
          written = 0,
          last = 0;
        for (const { count, padding } of parts) {
          for (let i = 0; i < count; i++) {
            sim.motion(CommandKind.ApplyImpulse, body, [0.125, 0, 0]);
            expected += 1 / 1024;
            last = (i % 64) / 8;
            sim.motion(CommandKind.SetVelocity, other, [0, 0, last]);
            if (i % 7 === 0)
              sim.setColliders(
                other,
                Array.from({ length: padding % 9 }, () => ({})),
              );
            written += 96 + (i % 7 === 0 ? 64 + (padding % 9) * 96 : 0);
          }
          sim.step();
          expect(sim.frame.poseCount).toBe(2);
          expect(sim.at(body).linear[0]).toBe(expected);
          expect(sim.at(other).linear[2]).toBe(last);
        }
        relocated += sim.inboxSegments - 1;
        if (written > 1 << 18) wrapped++;
      }),
      runs('inbox', 25),
    );
    expect(Math.min(relocated, wrapped)).toBeGreaterThan(0);
  });

  it('shows several records at once when they are published at once', () => {
    const sim = new Sim();
    sim.batch(() => {
      sim.body();
      sim.drain();
      expect(sim.dump('Bodies')).toHaveLength(0);
    });
    sim.drain();
    expect(sim.dump('Bodies')).toHaveLength(1);
  });

  it('ignores records with a handle of an earlier generation', () => {
    const sim = new Sim({ gravity: [0, 0, 0] });
    const old = sim.body();
    sim.destroy(old);
    const now = sim.body({ handle: (2 << 20) | (old & 0xfffff) });
    sim.motion(CommandKind.SetVelocity, old, [9, 9, 9]);
    sim.motion(CommandKind.SetPose, old, [9, 9, 9]);
    sim.motion(CommandKind.ApplyImpulse, old, [9, 9, 9]);
    sim.setColliders(old, []);
    sim.update(old, 1, BodyType.Static, 0);
    sim.destroy(old);
    sim.joint(old, now);
    sim.jointRecord(CommandKind.DestroyJoint, (5 << 20) | 3, 0);
    sim.motion(CommandKind.SetVelocity, (1 << 20) | 4000, [9, 9, 9]);
    sim.step();
    expect(sim.at(now).position).toEqual([0, 0, 0]);
    expect(sim.at(now).linear).toEqual([0, 0, 0]);
    expect(sim.dump('Joints')).toHaveLength(0);
    expect(sim.dump('Bodies').map((row) => row[1])).toEqual([now]);
    expect(faultsOf(sim)).toBe('');
  });
});

describe('outbox', () => {
  it('grows for frames that do not fit, loses none, and frees the segments that were left', () => {
    const sim = new Sim({ gravity: [0, 0, 0] });
    for (let i = 0; i < 3000; i++) sim.body({ position: [(i % 60) * 3, Math.floor(i / 60) * 3, 0] });
    // `Sim` throws where a frame is missing.
    const read = sim.read.bind(sim);
    let skipped = 0;
    sim.read = () => {
      // A reader that comes by every third time.
      if (skipped++ % 3 === 2) read();
    };
    for (let i = 0; i < 40; i++) sim.step();
    read();
    expect(sim.frame.step).toBe(40);
    expect(sim.poses.size).toBe(3000);
    expect(sim.outboxSegments).toBeGreaterThan(1);
    sim.read = read;
    for (let i = 0; i < 4; i++) sim.step();
    const pages = sim.kernel.pagesInUse(sim.world);
    for (let i = 0; i < 60; i++) sim.step();
    expect(sim.kernel.pagesInUse(sim.world)).toBe(pages);
  });

  it('keeps room for the record that leads on, where replies fill a segment to the last byte', () => {
    const sim = new Sim();
    const read = sim.read.bind(sim);
    sim.read = () => {};
    for (let i = 1; i <= 20_000; i++) sim.write(CommandKind.Hash, 16, (_, u) => u(8, i));
    sim.drain();
    read();
    expect(sim.replies).toHaveLength(20_000);
    expect(new Set(sim.replies).size).toBe(1);
    expect(sim.outboxSegments).toBeGreaterThan(1);
  });

  it('stalls a world that nobody reads, and goes on when it is read', () => {
    const sim = new Sim({ gravity: [0, 0, 0] });
    for (let i = 0; i < 3000; i++) sim.body({ position: [(i % 60) * 3, Math.floor(i / 60) * 3, 0] });
    const read = sim.read.bind(sim);
    sim.read = () => {};
    for (let i = 0; i < 200; i++) {
      sim.write(CommandKind.Step, 16, (_, u) => u(8, 1));
      sim.drain();
      if ((sim.status & 4) !== 0) break;
    }
    expect(sim.status & 4).toBe(4);
    sim.read = read;
    sim.read();
    sim.drain();
    const step = sim.frame.step;
    sim.step();
    expect(sim.frame.step).toBe(step + 1);
  });
});

describe('the end of memory', () => {
  it('is reported, changes nothing, and leaves the world running', () => {
    const sim = new Sim({ maxPages: 60 });
    sim.body({ type: BodyType.Static, size: [50, 1, 50], position: [0, -1, 0] });
    const witness = sim.body({ position: [0, 1, 0] });
    sim.step(60);
    const problems = () =>
      sim.events.filter(
        ({ kind, b }) =>
          kind === EventKind.Problem && (b === ProblemCode.OutOfMemory || b === ProblemCode.NoRoomForBody),
      );
    let created = 0;
    for (; created < 40_000 && problems().length === 0; created++) {
      sim.body({
        shape: 'sphere',
        size: [0.4, 0, 0],
        position: [10 + (created % 50), 1 + Math.floor(created / 2500) * 2, 10 + (Math.floor(created / 50) % 50)],
      });
      if (created % 100 === 0) {
        sim.step();
        expect(faultsOf(sim)).toBe('');
      }
    }
    expect(problems().length).toBeGreaterThan(0);
    for (const { a, b } of problems()) if (b === ProblemCode.NoRoomForBody) expect(a >>> 20).toBe(1);
    for (let i = 0; i < 120; i++) {
      sim.step();
      if (i % 10 === 0) expect(faultsOf(sim)).toBe('');
    }
    expect(sim.at(witness).position[1]).toBeCloseTo(0.5, 2);
    expect(sim.poses.size).toBeGreaterThan(500);
    for (const { position } of sim.poses.values()) expect(position.every(Number.isFinite)).toBe(true);
    // What is destroyed makes room.
    const bodies = sim.dump('Bodies');
    for (const row of bodies.slice(2, 200)) sim.destroy(row[1]!);
    sim.events = [];
    sim.body({ handle: (2 << 20) | bodies[2]![0]!, position: [-20, 3, 0] });
    sim.step(60);
    expect(problems()).toEqual([]);
    expect(faultsOf(sim)).toBe('');
  }, 60_000);

  it('tells a joint that found no room from a body', () => {
    const sim = new Sim({ maxPages: 60, gravity: [0, 0, 0] });
    const [a, b] = [sim.body(), sim.body({ position: [3, 0, 0] })];
    const problems = () => sim.events.filter(({ kind }) => kind === EventKind.Problem);
    let joint = 0;
    for (let i = 0; i < 40_000 && problems().length === 0; i++) {
      joint = sim.joint(a, b, [1, 0, 0], [-2, 0, 0]);
      if (i % 500 === 0) sim.step();
    }
    sim.step();
    expect(problems()[0]).toMatchObject({ b: ProblemCode.NoRoomForJoint });
    expect(problems()[0]!.a).toBeLessThanOrEqual(joint);
    expect(faultsOf(sim)).toBe('');
  }, 60_000);

  it('ends the world where a thousand contacts begin at once, and overwrites nothing', () => {
    for (const isShort of [false, true]) {
      const sim = new Sim({ gravity: [0, 0, 0] });
      sim.body({ type: BodyType.Static, size: [200, 1, 200], position: [0, -1, 0] });
      // So near that they are pairs, and so far that they do not touch.
      const boxes = Array.from({ length: 1500 }, (_, i) =>
        sim.body({ position: [2 * (i % 50) - 50, 0.53, 2 * Math.floor(i / 50) - 30] }),
      );
      sim.step();
      expect([sim.stat('contactCount'), sim.stat('touchingCount')]).toEqual([1500, 0]);
      for (const box of boxes) sim.motion(CommandKind.SetVelocity, box, [0, -1, 0]);
      sim.drain();
      if (isShort) sim.kernel.exhaust(sim.world);
      sim.step(3);
      expect(sim.kernel.coloursFit(sim.world)).toBe(1);
      const failed = sim.view().getUint32(sim.world + WorldHeader.failed, true);
      expect(failed).toBe(isShort ? ProblemCode.OutOfMemory : 0);
      if (!isShort) expect(sim.stat('touchingCount')).toBe(1500);
    }
  });
});
