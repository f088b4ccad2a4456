import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { act } from '@testing-library/react';
import { createRef, type ReactNode } from 'react';
import { type InstancedMesh, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Body, InstancedBodies, usePose, type Pose } from '@atoll/react';
import { box } from './components.js';
import { pause, showPage, until, worldTree } from './show.js';

const matrix = new Matrix4();
const placeOf = (mesh: InstancedMesh, place: number): number[] => {
  mesh.getMatrixAt(place, matrix);
  return new Vector3().setFromMatrixPosition(matrix).toArray();
};

/** What is put elsewhere while time stands still, on one transport. */
export function describeTeleports(transport: TransportKind): void {
  describe(`teleports on the ${transport} transport`, () => {
    it.each(['frame', 'fixed', 'manual'] as const)(
      'a teleport is drawn while time stands still: clock %s',
      async (clock) => {
        const body = createRef<Body>();
        const seen: { pose?: Pose } = {};
        const Seen = () => ((seen.pose = usePose(body)), null);
        const crates = createRef<readonly Body[]>();
        const tree = (z: number): ReactNode => [
          <Body key="b" ref={body} name="b" gravityScale={0} linearVelocity={[1, 0, 0]} canSleep={false}>
            {box}
          </Body>,
          <Seen key="seen" />,
          <InstancedBodies
            key="c"
            ref={crates}
            instances={[
              { key: 'first', position: [0, 4, 0] },
              { key: 'second', position: [0, 8, z] },
            ]}
            gravityScale={0}
            linearVelocity={[1, 0, 0]}
            canSleep={false}
          >
            <instancedMesh args={[undefined, undefined, 2]} name="crates">
              <boxGeometry />
            </instancedMesh>
          </InstancedBodies>,
        ];
        const worlds: EngineWorld[] = [];
        const Tree = worldTree(transport, worlds);
        const page = await showPage(<Tree clock={clock}>{tree(0)}</Tree>);
        await until(() => worlds.length === 1, 'a world');
        const world = worlds[0]!;
        const draw = async () => {
          await page.draw();
          await pause();
        };
        if (clock === 'manual') await act(() => world.step(9));
        while (world.stepCount < 9) await draw();
        // Steps may be under way when it is paused, and the teleports told before or after.
        act(() => body.current!.setPosition([-70, 2, 1]));
        await page.update(
          <Tree clock={clock} paused>
            {tree(6)}
          </Tree>,
        );
        act(() => crates.current![0]!.setPosition([-50, 4, 0]));
        for (let i = 0; i < 5; i++) await draw();
        const drawn = () => {
          const mesh = page.state.scene.getObjectByName('crates') as InstancedMesh;
          return [page.state.scene.getObjectByName('b')!.position.toArray(), ...[0, 1].map((i) => placeOf(mesh, i))];
        };
        // A clock of its own may do some steps between what is told and the end of its time: 17 mm each.
        const expectAt = ([x, ...others]: number[], [toX, ...toOthers]: number[]) => {
          expect(others).toEqual(toOthers);
          expect(x).toBeGreaterThanOrEqual(toX!);
          expect(x).toBeLessThanOrEqual(toX! + (clock === 'fixed' ? 5 : 0));
        };
        expectAt(drawn()[0]!, [-70, 2, 1]);
        expectAt(drawn()[1]!, [-50, 4, 0]);
        expectAt(drawn()[2]!, [0, 8, 6]);
        expectAt(seen.pose!.position.toArray(), [-70, 2, 1]);
        act(() => crates.current![1]!.setRotation([0, 1, 0, 0]));
        for (let i = 0; i < 2; i++) await draw();
        expect(crates.current![1]!.rotation).toEqual([0, 1, 0, 0]);
        expectAt(drawn()[2]!, [0, 8, 6]);
        // Nothing goes back to where it was before.
        await page.update(<Tree clock={clock}>{tree(6)}</Tree>);
        const from = world.stepCount;
        if (clock === 'manual') void world.step(9);
        do {
          await draw();
          const [[x], [first], [second, , z]] = drawn() as [number[], number[], number[]];
          expect(z).toBe(6);
          for (const [at, start] of [
            [x, -70],
            [first, -50],
            [second, 0],
          ] as const) {
            expect(at).toBeGreaterThanOrEqual(start);
            expect(at).toBeLessThan(start + 20);
          }
        } while (world.stepCount < from + 9);
        await draw();
        expect(drawn()[0]![0]).toBeGreaterThan(-70);
        await page.unmount();
      },
    );
  });
}
