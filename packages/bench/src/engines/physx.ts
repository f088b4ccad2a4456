import type PhysX from 'physx-js-webidl';
import type { Quat, SceneBody, SceneCollider, SceneDescription, Vec3 } from '@atoll/scenes';
import { addBodies, type BenchEngine, type BenchWorld, type EngineOptions } from '../engine.ts';
import type { Host } from '../host.ts';
import { toHeap } from './heap.ts';

type Module = Awaited<ReturnType<typeof PhysX>>;

export async function loadPhysx(_: EngineOptions, host: Host): Promise<BenchEngine> {
  const { default: start } = await import('physx-js-webidl');
  const wasmBinary = await host.file('physx-js-webidl', 'physx-js-webidl.wasm');
  // Its declaration names a module or bytes; at run time it takes the usual options object.
  const px = await asPage(() => (start as unknown as (options: object) => Promise<Module>)({ wasmBinary }));
  return {
    version: await host.version('physx-js-webidl'),
    settings: { solver: 'PGS', positionIterations: 4, velocityIterations: 1 },
    build: (scene) => build(px, scene),
  };
}

/** It refuses to start where it sees Node, though nothing in it needs a page: the signs are changed while it starts. */
function asPage<T>(start: () => T): T {
  const global = globalThis as { process?: unknown; window?: unknown };
  if (global.window) return start();
  const { process } = global;
  delete global.process;
  global.window = globalThis;
  try {
    return start();
  } finally {
    global.process = process;
    delete global.window;
  }
}

function build(px: Module, scene: SceneDescription): BenchWorld {
  const vec3 = ([x, y, z]: Vec3) => new px.PxVec3(x, y, z);
  const pose = (position: Vec3, [x, y, z, w]: Quat) => new px.PxTransform(vec3(position), new px.PxQuat(x, y, z, w));

  const foundation = px.CreateFoundation(
    px.PHYSICS_VERSION,
    new px.PxDefaultAllocator(),
    new px.PxDefaultErrorCallback(),
  );
  const scale = new px.PxTolerancesScale();
  const physics = px.CreatePhysics(px.PHYSICS_VERSION, foundation, scale);
  px.InitExtensions(physics);
  const settings = new px.PxSceneDesc(scale);
  settings.gravity = vec3(scene.gravity);
  settings.cpuDispatcher = px.DefaultCpuDispatcherCreate(0);
  settings.filterShader = px.DefaultFilterShader();
  const world = physics.createScene(settings);

  const bodies: PhysX.PxRigidActor[] = [];
  /** PhysX moves a kinematic body by targets alone: one that keeps a velocity is led along. */
  const led: { readonly body: PhysX.PxRigidDynamic; readonly start: SceneBody; time: number }[] = [];
  const flags = new px.PxShapeFlags(px.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const filter = new px.PxFilterData(1, 1, 0, 0);

  const cooking = new px.PxCookingParams(scale);
  // Declared static, it is found on the prototype.
  const massOf = px.PxRigidBodyExt.prototype as unknown as typeof px.PxRigidBodyExt;

  const addShape = (actor: PhysX.PxRigidActor, collider: SceneCollider) => {
    const material = physics.createMaterial(collider.friction, collider.friction, collider.restitution);
    const geometry = geometryOf(px, cooking, collider);
    const shape = physics.createShape(geometry, material, true, flags);
    shape.setSimulationFilterData(filter);
    shape.setLocalPose(
      pose(collider.position, collider.shape === 'capsule' ? yToX(collider.rotation) : collider.rotation),
    );
    actor.attachShape(shape);
  };
  const createBody = (body: SceneBody) => {
    const at = pose(body.position, body.rotation);
    const actor = body.type === 'static' ? physics.createRigidStatic(at) : physics.createRigidDynamic(at);
    for (const collider of body.colliders) addShape(actor, collider);
    bodies.push(actor);
    if (body.type !== 'static') {
      const moving = actor as PhysX.PxRigidDynamic;
      massOf.updateMassAndInertia(moving, body.colliders[0]!.density);
      moving.setLinearDamping(body.linearDamping);
      moving.setAngularDamping(body.angularDamping);
      if (!scene.sleep) moving.setSleepThreshold(0);
      if (body.type === 'kinematic') {
        moving.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eKINEMATIC, true);
        if ([...body.linearVelocity, ...body.angularVelocity].some((x) => x !== 0))
          led.push({ body: moving, start: body, time: 0 });
      } else {
        moving.setLinearVelocity(vec3(body.linearVelocity));
        moving.setAngularVelocity(vec3(body.angularVelocity));
      }
    }
    world.addActor(actor);
  };

  addBodies(scene, createBody);
  for (const { bodyA, bodyB, anchorA, anchorB } of scene.joints) {
    px.SphericalJointCreate(
      physics,
      bodies[bodyA]!,
      pose(anchorA, [0, 0, 0, 1]),
      bodies[bodyB]!,
      pose(anchorB, [0, 0, 0, 1]),
    );
  }

  return {
    get bodyCount() {
      return bodies.length;
    },
    createBody,
    setKinematicTarget: (body, position, rotation) =>
      (bodies[body] as PhysX.PxRigidDynamic).setKinematicTarget(pose(position, rotation)),
    step() {
      for (const moving of led) {
        moving.time += scene.timeStep;
        moving.body.setKinematicTarget(pose(...poseAfter(moving.start, moving.time)));
      }
      world.simulate(scene.timeStep);
      world.fetchResults(true);
    },
    position(body) {
      const { x, y, z } = bodies[body]!.getGlobalPose().p;
      return [x, y, z];
    },
    rotation(body) {
      const { x, y, z, w } = bodies[body]!.getGlobalPose().q;
      return [x, y, z, w];
    },
    isSleeping: (body) => (bodies[body] as PhysX.PxRigidDynamic).isSleeping(),
    dispose: () => world.release(),
  };
}

function geometryOf(px: Module, cooking: PhysX.PxCookingParams, collider: SceneCollider): PhysX.PxGeometry {
  switch (collider.shape) {
    case 'box':
      return new px.PxBoxGeometry(...collider.halfExtents);
    case 'sphere':
      return new px.PxSphereGeometry(collider.radius);
    case 'capsule':
      return new px.PxCapsuleGeometry(collider.radius, collider.halfHeight);
    case 'hull': {
      const desc = new px.PxConvexMeshDesc();
      setData(px, desc.points, collider.points);
      desc.flags = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
      return new px.PxConvexMeshGeometry(px.CreateConvexMesh(cooking, desc));
    }
    case 'trimesh': {
      const desc = new px.PxTriangleMeshDesc();
      setData(px, desc.points, collider.vertices);
      setData(px, desc.triangles, collider.indices);
      return new px.PxTriangleMeshGeometry(px.CreateTriangleMesh(cooking, desc));
    }
  }
}

/** Three numbers an element, in its memory. */
function setData(px: Module, to: PhysX.PxBoundedData, list: Float32Array | Uint32Array): void {
  to.count = list.length / 3;
  to.stride = 12;
  to.data = toHeap(px, list);
}

/** Its capsules lie along x: `q` after a quarter turn from x to y. */
function yToX([x, y, z, w]: Quat): Quat {
  const s = Math.SQRT1_2;
  return [s * (x + y), s * (y - x), s * (z + w), s * (w - z)];
}

/** Where constant velocities lead from a body's start. */
function poseAfter(
  { position: p, rotation, linearVelocity: v, angularVelocity: r }: SceneBody,
  time: number,
): [Vec3, Quat] {
  const speed = Math.hypot(...r);
  const sine = speed > 0 ? Math.sin((speed * time) / 2) / speed : 0;
  const [ax, ay, az, aw] = [r[0] * sine, r[1] * sine, r[2] * sine, Math.cos((speed * time) / 2)];
  const [bx, by, bz, bw] = rotation;
  return [
    [p[0] + v[0] * time, p[1] + v[1] * time, p[2] + v[2] * time],
    [
      aw * bx + ax * bw + ay * bz - az * by,
      aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw,
      aw * bw - ax * bx - ay * by - az * bz,
    ],
  ];
}
