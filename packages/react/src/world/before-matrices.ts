import type { Object3D } from 'three';

interface Hook {
  readonly looks: Set<() => void>;
  /** What takes the hook away again. */
  readonly end: () => void;
}

const hooks = new WeakMap<Object3D, Hook>();

/**
 * Calls `look` each time that three brings the matrices below `object` up to date. When it draws, it does so after every `useFrame`, from
 * the root down: what is around the object has its place for this frame by then. Returns what ends that.
 *
 * Rejected: another `useFrame` with a late priority, which takes drawing over from three fiber.
 */
export function beforeMatrices(object: Object3D, look: () => void): () => void {
  let hook = hooks.get(object);
  if (!hook) hooks.set(object, (hook = install(object)));
  const { looks, end } = hook;
  looks.add(look);
  return () => {
    looks.delete(look);
    if (looks.size > 0) return;
    end();
    hooks.delete(object);
  };
}

function install(object: Object3D): Hook {
  const looks = new Set<() => void>();
  const own = Object.hasOwn(object, 'updateMatrixWorld');
  const before = object.updateMatrixWorld;
  object.updateMatrixWorld = function updateMatrixWorld(force) {
    for (const look of looks) look();
    before.call(this, force);
  };
  return {
    looks,
    end() {
      if (own) object.updateMatrixWorld = before;
      else delete (object as Partial<Object3D>).updateMatrixWorld;
    },
  };
}
