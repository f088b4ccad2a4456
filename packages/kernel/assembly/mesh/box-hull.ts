import { HullHeader } from '../generated/layout';
import { V } from '../math/vec';

export const BOX_HULL_SIZE: usize = 480;

/** Writes a box as a hull (HullHeader), so that both are tested alike. */
export function writeBoxHull(at: usize, half: v128): void {
  const x = V.x(half),
    y = V.y(half),
    z = V.z(half);
  const header = changetype<HullHeader>(at);
  header.vertexCount = 8;
  header.faceCount = 6;
  header.edgeCount = 12;
  header.byteLength = BOX_HULL_SIZE as u32;
  header.vertices = 96;
  header.planes = 192;
  header.edges = 320;
  header.faces = 368;
  header.loops = 400;
  header.innerRadius = min(x, min(y, z));
  header.outerRadius = V.length(half);
  v128.store(at, V.zero(), offsetof<HullHeader>('centerX'));
  // Vertex i: bit 0 is the sign of x, bit 1 of y, bit 2 of z.
  const xs = V.withW(V.of(-x, x, -x), x),
    ys = V.withW(V.of(-y, -y, y), y);
  v128.store(at, xs, 96);
  v128.store(at, ys, 112);
  v128.store(at, f32x4.splat(-z), 128);
  v128.store(at, xs, 144);
  v128.store(at, ys, 160);
  v128.store(at, f32x4.splat(z), 176);
  // Faces +x, -x, +y, -y, then +z and -z, the last one repeated.
  v128.store(at, f32x4(1, -1, 0, 0), 192);
  v128.store(at, f32x4(0, 0, 1, -1), 208);
  v128.store(at, V.zero(), 224);
  v128.store(at, V.withW(V.of(x, x, y), y), 240);
  v128.store(at, V.zero(), 256);
  v128.store(at, V.zero(), 272);
  v128.store(at, f32x4(1, -1, -1, -1), 288);
  v128.store(at, f32x4.splat(z), 304);
  // Edges: start, end, left and right face.
  v128.store(at, i8x16(0, 1, 3, 5, 1, 3, 0, 5, 2, 3, 5, 2, 0, 2, 5, 1), 320);
  v128.store(at, i8x16(0, 4, 1, 3, 1, 5, 3, 0, 3, 7, 0, 2, 2, 6, 2, 1), 336);
  v128.store(at, i8x16(4, 5, 4, 3, 5, 7, 4, 0, 6, 7, 2, 4, 4, 6, 1, 4), 352);
  v128.store(at, i16x8(0, 4, 4, 4, 8, 4, 12, 4), 368);
  v128.store(at, i16x8(16, 4, 20, 4, 0, 0, 0, 0), 384);
  // Loops, counter-clockwise from outside.
  v128.store(at, i8x16(1, 3, 7, 5, 0, 4, 6, 2, 2, 6, 7, 3, 0, 1, 5, 4), 400);
  v128.store(at, i8x16(4, 5, 7, 6, 0, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0), 416);
}
