import type { HavokPhysicsWithBindings, HP_BodyId, HP_ShapeId } from '@babylonjs/havok';
import type { Quat, SceneBody, SceneCollider, SceneDescription, Vec3 } from '@atoll/scenes';
import { addBodies, type BenchEngine, type BenchWorld, type EngineOptions } from '../engine.ts';
import type { Host } from '../host.ts';
import { freeHeap, toHeap } from './heap.ts';

type XYZ = [number, number, number];
type XYZW = [number, number, number, number];
const vec3 = (v: Vec3): XYZ => [...v];
const quat = (q: Quat): XYZW => [...q];

export async function loadHavok(_: EngineOptions, host: Host): Promise<BenchEngine> {
  const { default: start } = await import('@babylonjs/havok');
  const hp = await start({ wasmBinary: await host.file('@babylonjs/havok', 'lib/esm/HavokPhysics.wasm') });
  return {
    version: await host.version('@babylonjs/havok'),
    settings: { friction: 'static and dynamic', ccd: 'always' },
    build: (scene) => build(hp, scene),
  };
}

/** Every call answers with a result code, first or alone. */
function checked<T>(hp: HavokPhysicsWithBindings, [result, value]: [unknown, T]): T {
  if (result !== hp.Result.RESULT_OK) throw new Error(`Havok refused a call: ${String(result)}`);
  return value;
}

function build(hp: HavokPhysicsWithBindings, scene: SceneDescription): BenchWorld {
  const world = checked(hp, hp.HP_World_Create());
  hp.HP_World_SetGravity(world, vec3(scene.gravity));
  hp.HP_World_SetIdealStepTime(world, scene.timeStep);
  const bodies: HP_BodyId[] = [];

  const shapeOf = (collider: SceneCollider, position: Vec3, rotation: Quat): HP_ShapeId => {
    const shape = checked(hp, createShape(hp, collider, position, rotation));
    const { GEOMETRIC_MEAN, MAXIMUM } = hp.MaterialCombine;
    hp.HP_Shape_SetMaterial(shape, [
      collider.friction,
      collider.friction,
      collider.restitution,
      GEOMETRIC_MEAN,
      MAXIMUM,
    ]);
    hp.HP_Shape_SetDensity(shape, collider.density);
    return shape;
  };
  const shapesOf = (body: SceneBody): HP_ShapeId => {
    if (body.colliders.length === 1)
      return shapeOf(body.colliders[0]!, body.colliders[0]!.position, body.colliders[0]!.rotation);
    const container = checked(hp, hp.HP_Shape_CreateContainer());
    for (const collider of body.colliders) {
      hp.HP_Shape_AddChild(container, shapeOf(collider, [0, 0, 0], [0, 0, 0, 1]), [
        vec3(collider.position),
        quat(collider.rotation),
        [1, 1, 1],
      ]);
    }
    return container;
  };
  const createBody = (body: SceneBody) => {
    const id = checked(hp, hp.HP_Body_Create());
    const shape = shapesOf(body);
    hp.HP_Body_SetShape(id, shape);
    const { STATIC, KINEMATIC, DYNAMIC } = hp.MotionType;
    hp.HP_Body_SetMotionType(id, body.type === 'static' ? STATIC : body.type === 'kinematic' ? KINEMATIC : DYNAMIC);
    if (body.type === 'dynamic') hp.HP_Body_SetMassProperties(id, checked(hp, hp.HP_Shape_BuildMassProperties(shape)));
    hp.HP_Body_SetQTransform(id, [vec3(body.position), quat(body.rotation)]);
    hp.HP_Body_SetLinearDamping(id, body.linearDamping);
    hp.HP_Body_SetAngularDamping(id, body.angularDamping);
    hp.HP_World_AddBody(world, id, false);
    hp.HP_Body_SetLinearVelocity(id, vec3(body.linearVelocity));
    hp.HP_Body_SetAngularVelocity(id, vec3(body.angularVelocity));
    if (!scene.sleep) hp.HP_Body_SetActivationControl(id, hp.ActivationControl.ALWAYS_ACTIVE);
    bodies.push(id);
  };

  addBodies(scene, createBody);
  for (const joint of scene.joints) {
    const constraint = checked(hp, hp.HP_Constraint_Create());
    hp.HP_Constraint_SetParentBody(constraint, bodies[joint.bodyA]!);
    hp.HP_Constraint_SetChildBody(constraint, bodies[joint.bodyB]!);
    hp.HP_Constraint_SetAnchorInParent(constraint, vec3(joint.anchorA), [1, 0, 0], [0, 1, 0]);
    hp.HP_Constraint_SetAnchorInChild(constraint, vec3(joint.anchorB), [1, 0, 0], [0, 1, 0]);
    const { LINEAR_X, LINEAR_Y, LINEAR_Z } = hp.ConstraintAxis;
    for (const axis of [LINEAR_X, LINEAR_Y, LINEAR_Z])
      hp.HP_Constraint_SetAxisMode(constraint, axis, hp.ConstraintAxisLimitMode.LOCKED);
    hp.HP_Constraint_SetCollisionsEnabled(constraint, 0);
    hp.HP_Constraint_SetEnabled(constraint, 1);
  }

  return {
    get bodyCount() {
      return bodies.length;
    },
    createBody,
    setKinematicTarget: (body, position, rotation) => {
      hp.HP_Body_SetTargetQTransform(bodies[body]!, [vec3(position), quat(rotation)]);
    },
    step: () => {
      hp.HP_World_Step(world, scene.timeStep);
    },
    position: (body) => checked(hp, hp.HP_Body_GetPosition(bodies[body]!)),
    rotation: (body) => checked(hp, hp.HP_Body_GetOrientation(bodies[body]!)),
    isSleeping: (body) => checked(hp, hp.HP_Body_GetActivationState(bodies[body]!)) === hp.ActivationState.INACTIVE,
    castRays(rays, distances) {
      const collector = checked(hp, hp.HP_QueryCollector_Create(1));
      for (let i = 0, at = 0; i < distances.length; i++, at += 7) {
        const [x, y, z, dx, dy, dz, length] = rays.subarray(at, at + 7) as unknown as number[];
        const from: XYZ = [x!, y!, z!];
        const to: XYZ = [x! + dx! * length!, y! + dy! * length!, z! + dz! * length!];
        hp.HP_World_CastRayWithCollector(world, collector, [from, to, [0xffffffff, 0xffffffff], false, [0n]]);
        if (checked(hp, hp.HP_QueryCollector_GetNumHits(collector)) === 0) distances[i] = Infinity;
        else distances[i] = length! * checked(hp, hp.HP_QueryCollector_GetCastRayResult(collector, 0))[0];
      }
      hp.HP_QueryCollector_Release(collector);
    },
    dispose: () => {
      hp.HP_World_Release(world);
    },
  };
}

function createShape(hp: HavokPhysicsWithBindings, collider: SceneCollider, position: Vec3, rotation: Quat) {
  if (collider.shape === 'sphere') return hp.HP_Shape_CreateSphere(vec3(position), collider.radius);
  if (collider.shape === 'box') {
    const [x, y, z] = collider.halfExtents;
    return hp.HP_Shape_CreateBox(vec3(position), quat(rotation), [2 * x, 2 * y, 2 * z]);
  }
  if (collider.shape === 'hull') {
    const points = toHeap(hp, collider.points);
    const made = hp.HP_Shape_CreateConvexHull(points, collider.points.length / 3);
    freeHeap(hp, points);
    return made;
  }
  if (collider.shape === 'trimesh') {
    const vertices = toHeap(hp, collider.vertices),
      indices = toHeap(hp, collider.indices);
    const { vertices: v, indices: i } = collider;
    const made = hp.HP_Shape_CreateMesh(vertices, v.length / 3, indices, i.length / 3);
    for (const address of [vertices, indices]) freeHeap(hp, address);
    return made;
  }
  const end = (sign: number): XYZ => {
    const [x, y, z] = alongY(rotation, sign * collider.halfHeight);
    return [position[0] + x, position[1] + y, position[2] + z];
  };
  return hp.HP_Shape_CreateCapsule(end(1), end(-1), collider.radius);
}

/** (0, length, 0) turned by `q`. */
function alongY([x, y, z, w]: Quat, length: number): Vec3 {
  return [2 * (x * y - w * z) * length, (1 - 2 * (x * x + z * z)) * length, 2 * (y * z + w * x) * length];
}
