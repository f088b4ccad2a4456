import type { SceneBody, SceneDescription } from './description.ts';
import { randomNumbers, subtract, unrotate } from './math.ts';
import { body, box, onePhase, scene } from './parts.ts';

const INSIDE = 10;
const WALL = 0.5;
const COUNT = 2000;
const STEPS = 400;
/** rad/s */
const SPEED = (25 * Math.PI) / 180;

/** A hollow box of six slabs, centred on the body. */
function drum(): SceneBody {
  const wide = INSIDE + 2 * WALL;
  const out = INSIDE + WALL;
  return body(
    [0, 0, 0],
    [
      box([WALL, wide, wide], { position: [-out, 0, 0] }),
      box([WALL, wide, wide], { position: [out, 0, 0] }),
      box([INSIDE, WALL, wide], { position: [0, -out, 0] }),
      box([INSIDE, WALL, wide], { position: [0, out, 0] }),
      box([INSIDE, INSIDE, WALL], { position: [0, 0, -out] }),
      box([INSIDE, INSIDE, WALL], { position: [0, 0, out] }),
    ],
    { type: 'kinematic', angularVelocity: [0, 0, SPEED] },
  );
}

/** 2,000 boxes in a turning box: everything moves, contacts come and go all the time. */
export function tumbler(): SceneDescription {
  const random = randomNumbers(1);
  const bodies: SceneBody[] = [drum()];
  const perSide = 13;
  const spacing = 1.45;
  for (let i = 0; i < COUNT; i++) {
    const layer = Math.floor(i / (perSide * perSide));
    const row = Math.floor(i / perSide) % perSide;
    const extent = () => 0.25 + 0.25 * random();
    bodies.push(
      body(
        [((i % perSide) - (perSide - 1) / 2) * spacing, -9.2 + layer * 1.5, (row - (perSide - 1) / 2) * spacing],
        box([extent(), extent(), extent()]),
      ),
    );
  }
  return scene(
    'tumbler',
    bodies,
    onePhase(STEPS, (view) => {
      let outside = 0;
      for (let i = 1; i < bodies.length; i++) {
        const local = unrotate(view.rotation(0), subtract(view.position(i), view.position(0)));
        if (!local.every((x) => Math.abs(x) <= INSIDE)) outside++;
      }
      // An engine that leaves the drum at rest has less to do.
      const [, , z, w] = view.rotation(0);
      const lag =
        2 * Math.acos(Math.min(1, Math.abs(Math.cos((SPEED * STEPS) / 120) * w + Math.sin((SPEED * STEPS) / 120) * z)));
      return { ok: outside === 0 && lag < 0.02, figures: { outside, lag } };
    }),
    { sleep: false },
  );
}
