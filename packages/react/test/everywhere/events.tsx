import type { TransportKind } from '@atoll/engine';
import { createRef, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import {
  Body,
  BoxCollider,
  InstancedBodies,
  SphereCollider,
  useCollisions,
  type BodyEventHandlers,
  type BodyRef,
  type WorldEventHandlers,
} from '@atoll/react';
import { box, ground } from './components.js';
import { show } from './show.js';

/** What the props are named, in the order in which the scene below comes to them. */
const names = [
  'onIntersectionEnter',
  'onIntersectionExit',
  'onCollisionEnter',
  'onContactForce',
  'onSleep',
  'onWake',
  'onCollisionExit',
] as const satisfies readonly (keyof BodyEventHandlers & keyof WorldEventHandlers)[];

type Heard = [name: string, event: Record<string, unknown>];

/** A handler for each of them, which keeps what it is given. */
const handlersFor = (heard: Heard[]): BodyEventHandlers & WorldEventHandlers =>
  Object.fromEntries(names.map((name) => [name, (event: Heard[1]) => void heard.push([name, event])]));

const start = [0, 6, 0] as const;
const shape = <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />;

/** Who hears: what there is in the world besides ground and gate, and the handlers of the world. */
type Place = (on: BodyEventHandlers & WorldEventHandlers, ref: { current: Body | null }) => ReactNode;
const places: Record<string, Place> = {
  'a body': (on, ref) => (
    <Body ref={ref} userData="crate" position={start} {...on}>
      {box}
    </Body>
  ),
  'a collider': (on, ref) => (
    <Body ref={ref} userData="crate" position={start} colliders={false}>
      <BoxCollider halfExtents={[0.5, 0.5, 0.5]} {...on} />
    </Body>
  ),
  'all instances': (on, ref) => (
    <InstancedBodies
      ref={(bodies) => void (ref.current = bodies?.[1] ?? null)}
      instances={[
        { key: 'above', position: [9, 900, 0], gravityScale: 0, canSleep: false },
        { key: 'it', position: start, userData: 'crate' },
      ]}
      {...on}
    >
      {shape}
    </InstancedBodies>
  ),
  'one instance': (on, ref) => (
    <InstancedBodies
      ref={(bodies) => void (ref.current = bodies?.[1] ?? null)}
      instances={[
        { key: 'beside', position: [9, 6, 0] },
        { key: 'it', position: start, userData: 'crate', ...on },
      ]}
    >
      {shape}
    </InstancedBodies>
  ),
  'the world': (_, ref) => (
    <Body ref={ref} userData="crate" position={start}>
      {box}
    </Body>
  ),
};

const gate = (
  <Body key="gate" type="static" userData="gate" position={[0, 3, 0]} sensor>
    {box}
  </Body>
);

/** Events, on one transport. */
export function describeEvents(transport: TransportKind): void {
  describe(`events on the ${transport} transport`, () => {
    it.each(Object.keys(places))('%s hears of everything, in plain objects', async (name) => {
      const heard: Heard[] = [];
      const on = handlersFor(heard);
      const ref: { current: Body | null } = { current: null };
      const place = <group key="it">{places[name]!(on, ref)}</group>;
      const { step, world } = await show(transport, [ground, gate, place], name === 'the world' ? on : {});
      await step(180);
      const body = ref.current!;
      expect(body.isSleeping).toBe(true);
      body.setLinearVelocity([0, 3, 0]);
      await step(10);

      const order = heard.map(([event]) => event);
      expect(order.filter((event, i) => event !== order[i - 1])).toEqual(names);
      const stepsOf = (name: string) =>
        heard.flatMap(([event, { step: at }]) => (event === name ? [at as number] : []));
      for (const event of names) if (event !== 'onContactForce') expect(stepsOf(event)).toHaveLength(1);
      // In each step in which they press on each other, until it sleeps: after half a second of rest.
      const [landed, slept] = [...stepsOf('onCollisionEnter'), ...stepsOf('onSleep')] as [number, number];
      expect(slept - landed + 1).toBeGreaterThanOrEqual(30);
      expect(stepsOf('onContactForce')).toEqual(Array.from({ length: slept - landed + 1 }, (_, i) => landed + i));
      let before = 0;
      for (const [event, { step: at, ...told }] of heard) {
        expect(Object.getPrototypeOf(told)).toBe(Object.prototype);
        expect(at).toBeGreaterThanOrEqual(before);
        before = at as number;
        const sides = [told.target, told.other, told.body].filter(Boolean) as Body[];
        const met = event.startsWith('onIntersection') ? ['gate'] : /Sleep|Wake/.test(event) ? [] : ['ground'];
        expect(new Set(sides.map(({ userData }) => userData))).toEqual(new Set(['crate', ...met]));
        if (name === 'the world') continue;
        expect(told.target).toBe(body);
        expect([told.index, told.key]).toEqual(name.includes('instance') ? [1, 'it'] : [undefined, undefined]);
      }
      expect(before).toBeLessThanOrEqual(world.stepCount);
    });

    it('of one step come in the order exit, enter, sleep, wake, of all bodies and to all listeners', async () => {
      const heard: [string, number][] = [];
      const note =
        (type: string) =>
        ({ step: at }: { step: number }) =>
          void heard.push([type, at]);
      const listening = {
        onWake: note('wake'),
        onSleep: note('sleep'),
        onCollisionEnter: note('enter'),
        onCollisionExit: note('exit'),
      };
      const refs = Array.from({ length: 4 }, () => createRef<Body>());
      const { step } = await show(
        transport,
        [
          ground,
          ...refs.map((ref, i) => (
            <Body
              key={i}
              ref={ref}
              position={[i * 3 - 5, i === 0 ? 5 : 0.5, 0]}
              gravityScale={Number(i > 0)}
              {...listening}
            >
              {box}
            </Body>
          )),
        ],
        listening,
      );
      await step(3);
      const [comes, goes, sleeps, wakes] = refs.map(({ current }) => current!);
      wakes!.sleep();
      await step(1);
      heard.length = 0;
      wakes!.wake();
      sleeps!.sleep();
      comes!.setPosition([-5, 0.45, 0]);
      goes!.setPosition([-2, 9, 0]);
      await step(1);
      expect(new Set(heard.map(([, at]) => at)).size).toBe(1);
      // Each one by the body, and by the world.
      expect(heard.map(([type]) => type)).toEqual(['exit', 'enter', 'sleep', 'wake'].flatMap((type) => [type, type]));
    });

    it('come once for two bodies of many colliders, to the bodies and to the world', async () => {
      const heard: string[] = [];
      const on = (who: string) => ({
        onCollisionEnter: () => void heard.push(`${who} enter`),
        onCollisionExit: () => void heard.push(`${who} exit`),
      });
      const ref = createRef<Body>();
      const tiles = [-2, -1, 0, 1, 2].map((x) => (
        <BoxCollider key={x} position={[x, 0, 0]} halfExtents={[0.5, 0.5, 5]} />
      ));
      const { step, world } = await show(
        transport,
        [
          <Body key="floor" type="static" position={[0, -0.5, 0]} colliders={false} {...on('floor')}>
            {tiles}
          </Body>,
          <Body key="sledge" ref={ref} position={[-1, 0.3, 0]} colliders={false} friction={0} {...on('sledge')}>
            <SphereCollider radius={0.25} position={[-0.75, 0, 0]} />
            <SphereCollider radius={0.25} position={[0.75, 0, 0]} />
          </Body>,
        ],
        on('world'),
      );
      await step(20);
      ref.current!.setLinearVelocity([2, 0, 0]);
      for (let i = 0; i < 45; i++) await step(1);
      expect(ref.current!.position[0]).toBeGreaterThan(0.4);
      expect(world.contactsOf(ref.current!).size).toBeGreaterThan(0);
      expect(heard.toSorted()).toEqual(['floor enter', 'sledge enter', 'world enter']);
      ref.current!.setPosition([0, 9, 0]);
      await step(1);
      expect(heard.slice(3).toSorted()).toEqual(['floor exit', 'sledge exit', 'world exit']);
    });

    it('tell of kinematic and static bodies and of sensors among each other where a listener asks, and not else', async () => {
      const heard: string[] = [];
      const told = (who: string): BodyEventHandlers => {
        const note = (what: string) => (event: { other: Body }) =>
          void heard.push(`${who} ${what} ${String(event.other.userData)}`);
        return {
          onCollisionEnter: note('enters'),
          onCollisionExit: note('exits'),
          onIntersectionEnter: note('is in'),
          onIntersectionExit: note('is out of'),
        };
      };
      /** Falls past a beam, a cart and a gate, with nothing that stops it. */
      const lift = (x: number, props: object, children: ReactNode) => (
        <Body key={x} type="kinematic" position={[x, 7, 0]} linearVelocity={[0, -6, 0]} {...props}>
          {children}
        </Body>
      );
      const things = (x: number, on: BodyEventHandlers = {}) => (
        <group key={`things ${x}`}>
          <Body type="static" userData="beam" position={[x, 5, 0]} {...on}>
            {box}
          </Body>
          <Body type="kinematic" userData="cart" position={[x, 2, 0]} {...on}>
            {box}
          </Body>
          <Body type="static" userData="gate" position={[x, -1, 0]} sensor {...on}>
            {box}
          </Body>
        </group>
      );
      const outer = createRef<Body>();
      const hooked = createRef<readonly Body[]>();
      const instance = {
        get current() {
          return hooked.current?.[0] ?? null;
        },
      };
      const Hears = ({ of, as }: { of?: BodyRef; as: string }) => (useCollisions(of, told(as)), null);
      const { step } = await show(transport, [
        lift(0, told('lift'), box),
        things(0),
        lift(5, { colliders: false }, <BoxCollider halfExtents={[0.5, 0.5, 0.5]} {...told('part')} />),
        things(5),
        lift(10, { userData: 'lift' }, box),
        things(10, told('it')),
        lift(15, { events: true, ...told('silent') }, box),
        things(15),
        lift(20, {}, box),
        things(20),
        <InstancedBodies
          key="many"
          type="kinematic"
          linearVelocity={[0, -6, 0]}
          instances={[
            { key: 1, position: [25, 7, 0], ...told('one') },
            { key: 2, position: [30, 7, 0] },
          ]}
        >
          {shape}
        </InstancedBodies>,
        things(25),
        things(30),
        lift(35, {}, [box, <Hears key="hears" as="hook" />]),
        things(35),
        lift(40, { ref: outer }, box),
        things(40),
        <Hears key="outer" of={outer} as="outer" />,
        <InstancedBodies
          key="hooked"
          ref={hooked}
          type="kinematic"
          linearVelocity={[0, -6, 0]}
          instances={[{ key: 1, position: [45, 7, 0] }]}
        >
          {shape}
        </InstancedBodies>,
        <Hears key="instance" of={instance} as="instance" />,
        things(45),
      ]);
      for (let i = 0; i < 120; i++) await step(1);
      const of = (who: string) =>
        heard.filter((text) => text.startsWith(`${who} `)).map((text) => text.slice(who.length + 1));
      const met = ['enters beam', 'exits beam', 'enters cart', 'exits cart', 'is in gate', 'is out of gate'];
      expect(of('lift')).toEqual(met);
      expect(of('part')).toEqual(met);
      expect(of('one')).toEqual(met);
      for (const hook of ['hook', 'outer', 'instance']) expect(of(hook)).toEqual(met);
      expect(of('it')).toEqual([
        'enters lift',
        'exits lift',
        'enters lift',
        'exits lift',
        'is in lift',
        'is out of lift',
      ]);
      expect(heard).toHaveLength(42);
    });
  });
}
