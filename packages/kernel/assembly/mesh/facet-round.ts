import { V } from '../math/vec';
import { closestOnSegments } from '../narrowphase/segments';
import { Facet } from './facet';
import { Patches } from './patches';
import { Reach } from './reach';

/** A triangle against a capsule along y, or a sphere, which is one of no height. */
export function collideFacetRound(facet: Facet, half: f32, radius: f32, reach: Reach, patches: Patches): void {
  const n = facet.normal,
    offset = V.w(n);
  const center = -offset;
  if (center < -radius) return;
  const behind = center < 0 ? 1 : 0;
  const rise = V.y(n) * half;
  const nearest = center - abs(rise) - radius;
  if (nearest > reach.of(n)) return;

  // The part of the core above the triangle.
  let t0: f32 = -1,
    t1: f32 = 1;
  for (let edge = 0; edge < 3; edge++) {
    const side = facet.side(edge);
    const slack: f32 = 1e-5 * V.lengthSquared(side);
    const along: f32 = V.y(side) * half,
      middle: f32 = -V.w(side) - slack;
    // middle + along t <= 0
    if (abs(along) < 1e-12) {
      if (middle > 0) t0 = 2;
    } else if (along > 0) t1 = min(t1, -middle / along);
    else t0 = max(t0, -middle / along);
  }
  let lowest: f32 = Infinity;
  if (t0 <= t1) lowest = min(center + rise * t0, center + rise * t1) - radius;
  // Where the core's nearest point lies above the triangle no edge is nearer.
  const same: f32 = 1e-5 * (radius + half);
  if (lowest > nearest + same) edges(facet, half, radius, reach, patches, lowest);
  if (t0 > t1) return;
  addCore(facet, half, radius, t0, center + rise * t0 - radius, reach, patches, behind);
  // One point on a line as short as that.
  const short: f32 = 0.1 * radius;
  if ((t1 - t0) * half > short) addCore(facet, half, radius, t1, center + rise * t1 - radius, reach, patches, behind);
}

function addCore(
  facet: Facet,
  half: f32,
  radius: f32,
  t: f32,
  separation: f32,
  reach: Reach,
  patches: Patches,
  behind: i32,
): void {
  const n = facet.normal;
  if (separation > reach.of(n)) return;
  const onCore = V.of(0, half * t, 0);
  const id = t == -1 ? 1 : t == 1 ? 2 : (facet.triangle << 3) | (t < 0 ? 3 : 4);
  patches.add(V.addScaled(onCore, V.xyz(n), -radius - 0.5 * separation), separation, n, id, behind);
}

/** The nearest of the three edges, if it may push. `face`: separation that the face gives already. */
function edges(facet: Facet, half: f32, radius: f32, reach: Reach, patches: Patches, face: f32): void {
  const core = V.of(0, half, 0);
  let best: f32 = Infinity,
    bestEdge = 0,
    bestPlace: f32 = 0;
  let bestGap = V.zero(),
    bestPoint = V.zero();
  for (let edge = 0; edge < 3; edge++) {
    const from = facet.v(edge),
      to = facet.v(edge == 2 ? 0 : edge + 1);
    const middle = V.scale(V.add(from, to), 0.5),
      arm = V.scale(V.sub(to, from), 0.5);
    const places = closestOnSegments(V.zero(), core, middle, arm);
    const point = V.addScaled(middle, arm, V.y(places));
    const gap = V.sub(V.scale(core, V.x(places)), point);
    const distance2 = V.lengthSquared(gap);
    if (distance2 < best) {
      best = distance2;
      bestEdge = edge;
      bestPlace = V.y(places);
      bestGap = gap;
      bestPoint = point;
    }
  }
  const distance = sqrt<f32>(best);
  const separation = distance - radius;
  if (separation > reach.margin || separation > face || distance < 1e-6) return;
  const d = V.xyz(V.scale(bestGap, 1 / distance));
  if (!edgePushes(facet, bestEdge, bestPlace, d)) return;
  const id = (facet.triangle << 3) | 5;
  patches.add(V.addScaled(bestPoint, d, 0.5 * separation), separation, d, id, 0);
}

/** `place`: -1 and 1 are the edge's corners. */
function edgePushes(facet: Facet, edge: i32, place: f32, d: v128): bool {
  if (V.dot(facet.normal, d) < 0) return false;
  if (place <= -1) return facet.cornerPushes(edge, d);
  if (place >= 1) return facet.cornerPushes(edge == 2 ? 0 : edge + 1, d);
  return facet.within(edge, d);
}
