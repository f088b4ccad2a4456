import type { SceneActor, SceneBody, SceneDescription, ScenePhase, SceneView } from './description.ts';
import { body, floor, scene, sphere } from './parts.ts';
import { pyramidBodies, pyramidSize } from './pyramid.ts';
import { awakeBodies, displacement } from './sanity.ts';

const BASE = 10;
const COLUMNS = 13;
const ROWS = 14;
const PYRAMIDS = COLUMNS * ROWS;
const SPACING = 20;
const BALLS = 20;

const SETTLE = 400;
const ASLEEP = 60;
const HIT = 120;

const centre = (pyramid: number) => ({
  x: ((pyramid % COLUMNS) - (COLUMNS - 1) / 2) * SPACING,
  z: (Math.floor(pyramid / COLUMNS) - (ROWS - 1) / 2) * SPACING,
});

/** Every ninth pyramid is hit: 20 of 182, none next to another. */
const target = (ball: number) => ball * 9 + 4;

/** 182 pyramids that fall asleep; then 20 fast spheres come down on 20 of them. */
export function sleepingCity(): SceneDescription {
  const bodies: SceneBody[] = [floor(200)];
  for (let pyramid = 0; pyramid < PYRAMIDS; pyramid++) {
    const { x, z } = centre(pyramid);
    bodies.push(...pyramidBodies(BASE, [x, 0, z]));
  }
  const phase = (name: string, steps: number, measured: boolean, sanity: ScenePhase['sanity']): ScenePhase => ({
    name,
    steps,
    measured,
    sanity,
  });
  const allAsleep = (view: SceneView) => {
    const awake = awakeBodies({ bodies }, view);
    return { ok: awake === 0, figures: { awake } };
  };
  return scene(
    'sleeping-city',
    bodies,
    [
      phase('settle', SETTLE, false, allAsleep),
      phase('asleep', ASLEEP, true, allAsleep),
      phase('hit', HIT, true, (view) => unhitStayAsleep(bodies, view)),
    ],
    {
      beforeStep: (step, actor) => {
        if (step === SETTLE + ASLEEP) throwBalls(actor);
      },
    },
  );
}

function throwBalls(actor: SceneActor): void {
  for (let ball = 0; ball < BALLS; ball++) {
    const { x, z } = centre(target(ball));
    actor.createBody(body([x + 0.3, 25, z], sphere(0.75, { density: 400 }), { linearVelocity: [0, -40, 0] }));
  }
}

function unhitStayAsleep(bodies: readonly SceneBody[], view: SceneView) {
  const targets = new Set(Array.from({ length: BALLS }, (_, ball) => target(ball)));
  let woken = 0;
  let unmoved = 0;
  for (let pyramid = 0; pyramid < PYRAMIDS; pyramid++) {
    const first = 1 + pyramid * pyramidSize(BASE);
    const indices = Array.from({ length: pyramidSize(BASE) }, (_, i) => first + i);
    if (targets.has(pyramid)) {
      if (!indices.some((i) => displacement({ bodies }, view, i) > 0.5)) unmoved++;
    } else if (indices.some((i) => !view.isSleeping(i) || displacement({ bodies }, view, i) > 0.5)) woken++;
  }
  return {
    ok: woken === 0 && unmoved === 0,
    figures: { wokenUnhit: woken, hitUnmoved: unmoved, awake: awakeBodies({ bodies }, view) },
  };
}
