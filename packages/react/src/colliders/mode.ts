/**
 * Which colliders a body makes of the meshes inside it. 'auto': a box, sphere, capsule, cylinder or cone geometry gives that shape,
 * any other its bounding box. 'box', 'sphere', 'hull': the bounding box, bounding sphere or convex hull of each mesh. 'trimesh':
 * its triangles, for static scenery. false: none.
 */
export type ColliderMode = 'auto' | 'box' | 'sphere' | 'hull' | 'trimesh' | false;
