import type { Solid } from './solids.js';

/** Nodes and weights of Gauss and Legendre's rule with ten points on -1..1, positive half: exact up to degree 19. */
const RULE: readonly (readonly [node: number, weight: number])[] = [
  [0.1488743389816312, 0.2955242247147529],
  [0.4333953941292472, 0.2692667193099963],
  [0.6794095682990244, 0.219086362515982],
  [0.8650633666889845, 0.1494513491505806],
  [0.9739065285171717, 0.0666713443086881],
];

/** A piece of an outline turned about y: height, radius and rate of the height at a parameter from 0 to 1. */
type Piece = (t: number) => readonly [y: number, radius: number, rate: number];

/** A cylinder along y, with rounding. */
export function cylinder(radius: number, halfHeight: number, rounding: number): Solid {
  const r = radius + rounding;
  const pieces: Piece[] = [(t) => [-halfHeight + 2 * halfHeight * t, r, 2 * halfHeight]];
  if (rounding > 0) pieces.push(top(halfHeight, radius, rounding, 0), bottom(-halfHeight, radius, rounding, 0));
  return revolved(pieces);
}

/** A cone along y with its tip up, with rounding. */
export function cone(radius: number, halfHeight: number, rounding: number): Solid {
  const slant = Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
  // Normal of the side.
  const [out, up] = [(2 * halfHeight) / slant, radius / slant];
  const start = -halfHeight + rounding * up;
  const pieces: Piece[] = [(t) => [start + 2 * halfHeight * t, rounding * out + radius * (1 - t), 2 * halfHeight]];
  if (rounding > 0) pieces.push(top(halfHeight, 0, rounding, up), bottom(-halfHeight, radius, rounding, up));
  return revolved(pieces);
}

/** An arc around (radius, y), from `from` times its size above the centre to the very top. The square takes out the root at its end. */
function top(y: number, radius: number, size: number, from: number): Piece {
  return (t) => {
    const u = size - size * (1 - from) * t * t;
    return [y + u, radius + Math.sqrt((size - u) * (size + u)), 2 * size * (1 - from) * t];
  };
}

/** An arc around (radius, y), from the very bottom to `to` times its size above the centre. */
function bottom(y: number, radius: number, size: number, to: number): Piece {
  return (t) => {
    const u = -size + size * (1 + to) * t * t;
    return [y + u, radius + Math.sqrt((size - u) * (size + u)), 2 * size * (1 + to) * t];
  };
}

/** Discs of the outline summed up: π r² for the volume, π r⁴/4 across and π r⁴/2 along for the inertia. */
function revolved(pieces: readonly Piece[]): Solid {
  let volume = 0;
  let moment = 0;
  let across = 0;
  let along = 0;
  for (const piece of pieces) {
    for (const [node, weight] of RULE) {
      for (const t of [0.5 - 0.5 * node, 0.5 + 0.5 * node]) {
        const [y, r, rate] = piece(t);
        const area = 0.5 * weight * rate * Math.PI * r * r;
        volume += area;
        moment += area * y;
        along += 0.5 * area * r * r;
        across += area * (0.25 * r * r + y * y);
      }
    }
  }
  const center = moment / volume;
  across -= volume * center * center;
  return { volume, center: [0, center, 0], inertia: [across, along, across, 0, 0, 0] };
}
