/** A vertex of a polygon that is clipped: u, v in the reference face, w above it, and the label of the edge that follows. */
export const VERTEX: usize = 16;

/** Four well spread points: the deepest, the farthest from it, then the farthest to either side of the line between them. */
export function reduce(points: usize, count: i32): i32 {
  if (count <= 4) return count;
  let first = 0;
  for (let i = 1; i < count; i++) {
    if (load<f32>(points + (i as usize) * VERTEX, 8) < load<f32>(points + (first as usize) * VERTEX, 8) - 1e-4)
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
