/**
 * Which colliders a body makes of the meshes inside it. 'auto': a box, sphere or capsule geometry gives that shape,
 * any other its bounding box. 'box' and 'sphere': the bounding box or sphere of each mesh. false: none.
 */
export type ColliderMode = 'auto' | 'box' | 'sphere' | 'hull' | 'trimesh' | false;

/** The modes of `ColliderMode` that the engine has no shape for yet. */
export const laterModes: readonly ColliderMode[] = ['hull', 'trimesh'];
