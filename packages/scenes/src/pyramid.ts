import type { SceneBody, SceneDescription, Vec3 } from './description.ts';
import { body, box, floor, onePhase, scene } from './parts.ts';
import { displacement } from './sanity.ts';

/** Unit boxes `pitch` m from centre to centre and half of it further in on each row, so every box stands on two. From the base up. */
export function pyramidBodies(base: number, at: Vec3 = [0, 0, 0], pitch = 1): SceneBody[] {
  const bodies: SceneBody[] = [];
  const unit = box([0.5, 0.5, 0.5]);
  for (let row = 0; row < base; row++) {
    const count = base - row;
    for (let i = 0; i < count; i++) {
      bodies.push(body([at[0] + (i - (count - 1) / 2) * pitch, at[1] + 0.5 + row, at[2]], unit));
    }
  }
  return bodies;
}

/** Boxes of a pyramid. */
export function pyramidSize(base: number): number {
  return (base * (base + 1)) / 2;
}

/** One flat pyramid. The top box is the last body. */
export function pyramid(
  base: number,
  options: { sleep?: boolean; steps?: number; name?: string; pitch?: number } = {},
): SceneDescription {
  const bodies = [floor(), ...pyramidBodies(base, [0, 0, 0], options.pitch)];
  const top = bodies.length - 1;
  return scene(
    options.name ?? `pyramid-${base}`,
    bodies,
    onePhase(options.steps ?? 300, (view) => {
      const topMoved = displacement({ bodies }, view, top);
      return { ok: topMoved < 0.5, figures: { topMoved } };
    }),
    { sleep: options.sleep ?? true },
  );
}

/** One island of 1,275 boxes that never sleeps: how well a single large island is solved. */
export function largePyramid(): SceneDescription {
  return pyramid(50, { name: 'large-pyramid', sleep: false, steps: 300 });
}
