/** A vertex of a polygon that is clipped: u, v in the reference face, w above it, and the label of the edge that follows. */
export const VERTEX: usize = 16;

/** What is less deep by no more than this, m, is as deep. */
const AS_DEEP: f32 = 5e-5;

/**
 * Four well spread points: of the deepest the one farthest out, the farthest from that, then the farthest to either side of the line between them. Farthest
 * out, or a point on a straight edge, of which there are some where two sides run along each other, would take the place of a corner.
 */
export function reduce(points: usize, count: i32): i32 {
  if (count <= 4) return count;
  let deepest: f32 = Infinity;
  for (let i = 0; i < count; i++) deepest = min(deepest, load<f32>(points + (i as usize) * VERTEX, 8));
  let first = 0,
    outermost: f32 = -1;
  for (let i = 0; i < count; i++) {
    const at = points + (i as usize) * VERTEX;
    const distance = load<f32>(at) * load<f32>(at) + load<f32>(at, 4) * load<f32>(at, 4);
    if (load<f32>(at, 8) > deepest + AS_DEEP || distance <= outermost) continue;
    outermost = distance;
    first = i;
  }
  const fu = load<f32>(points + (first as usize) * VERTEX),
    fv = load<f32>(points + (first as usize) * VERTEX, 4);
  let second = -1,
    best: f32 = -1;
  for (let i = 0; i < count; i++) {
    const du = load<f32>(points + (i as usize) * VERTEX) - fu,
      dv = load<f32>(points + (i as usize) * VERTEX, 4) - fv;
    const distance = du * du + dv * dv;
    if (i != first && distance > best) {
      best = distance;
      second = i;
    }
  }
  const su = load<f32>(points + (second as usize) * VERTEX) - fu,
    sv = load<f32>(points + (second as usize) * VERTEX, 4) - fv;
  let third = -1,
    fourth = -1,
    most: f32 = 0,
    least: f32 = 0;
  for (let i = 0; i < count; i++) {
    if (i == first || i == second) continue;
    const du = load<f32>(points + (i as usize) * VERTEX) - fu,
      dv = load<f32>(points + (i as usize) * VERTEX, 4) - fv;
    const area = su * dv - sv * du;
    if (area > most) {
      most = area;
      third = i;
    }
    if (area < least) {
      least = area;
      fourth = i;
    }
  }
  // Kept in polygon order, so that the solver's order does not depend on which point was deepest.
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (i != first && i != second && i != third && i != fourth) continue;
    v128.store(points + (kept++ as usize) * VERTEX, v128.load(points + (i as usize) * VERTEX));
  }
  return kept;
}
