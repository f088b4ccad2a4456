/**
 * A node of the loose kD tree, 12 bytes. A branch splits its space along one axis by two planes, each tight around its child: the left
 * child lies below `low`, the right one above `high`, and the two may overlap. A leaf holds one or two triangles in their place.
 */
@unmanaged
export class KdNode {
  /** Branch: greatest coordinate of the left child. Leaf: first triangle, as u32. */
  low: f32;
  /** Branch: least coordinate of the right child. Leaf: second triangle, as u32, where there are two. */
  high: f32;
  /** Bits 0 and 1: the axis, or LEAF. Above them: the left child (the right one follows), or a leaf's number of triangles. */
  link: u32;
}

export const KD_NODE: usize = 12;
export const LEAF: u32 = 3;
/** A split leaves at least a quarter on each side, so 2³² triangles are no deeper than log(2³²) / log(4/3) = 78. */
export const KD_DEPTH: usize = 80;
/** Triangles a leaf holds: with four instead, queries look at more triangles than they save in nodes. */
export const LEAF_TRIANGLES: i32 = 2;
