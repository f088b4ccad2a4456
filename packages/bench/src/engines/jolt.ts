import type { WorkerOptions } from 'node:worker_threads';
import type Jolt from 'jolt-physics';
import type { Quat, SceneBody, SceneCollider, SceneDescription, Vec3 } from '@atoll/scenes';
import { addBodies, type BenchEngine, type BenchWorld, type EngineOptions } from '../engine.ts';
import type { Host } from '../host.ts';

type Module = typeof Jolt;

const STILL = 0;
const MOVING = 1;

export const loadJolt = async (_: EngineOptions, host: Host) =>
  load((await import('jolt-physics/wasm-compat')).default, 1, host);

/** The pool's threads are one less than the workers: the thread that steps works too. */
export async function loadJoltMt({ workers }: EngineOptions, host: Host): Promise<BenchEngine> {
  if (!('window' in globalThis)) await mendThreads();
  return load(
    (await import('jolt-physics/wasm-multithread')).default as typeof import('jolt-physics/wasm-compat').default,
    workers,
    host,
  );
}

/**
 * In Node the package's threads never start: its last line takes `workerData` of the promise instead of the module, so
 * they do not know that they are threads. Here they are started by name.
 */
async function mendThreads(): Promise<void> {
  const { createRequire } = await import('node:module');
  const { Worker } = await import('node:worker_threads');
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: unknown };
  threads.Worker = class extends Worker {
    constructor(url: URL, options: WorkerOptions) {
      super(`import(${JSON.stringify(url.href)}).then((jolt) => jolt.default())`, { ...options, eval: true });
    }
  };
}

async function load(start: typeof import('jolt-physics').default, workers: number, host: Host): Promise<BenchEngine> {
  const jolt = await start();
  const { mNumVelocitySteps, mNumPositionSteps } = new jolt.PhysicsSettings();
  return {
    version: await host.version('jolt-physics'),
    settings: { mNumVelocitySteps, mNumPositionSteps, collisionSteps: 1 },
    build: (scene) => build(jolt, scene, workers),
  };
}

function build(jolt: Module, scene: SceneDescription, workers: number): BenchWorld {
  const jolted = new jolt.JoltInterface(worldSettings(jolt, workers));
  const system = jolted.GetPhysicsSystem();
  const interfaceOfBodies = system.GetBodyInterface();
  const vec3 = ([x, y, z]: Vec3) => new jolt.Vec3(x, y, z);
  const rvec3 = ([x, y, z]: Vec3) => new jolt.RVec3(x, y, z);
  const quat = ([x, y, z, w]: Quat) => new jolt.Quat(x, y, z, w);
  system.SetGravity(vec3(scene.gravity));
  const bodies: Jolt.Body[] = [];

  // Joined bodies do not collide: one group with a table over the bodies.
  const filter = scene.joints.length > 0 ? new jolt.GroupFilterTable(scene.bodies.length) : undefined;
  for (const joint of scene.joints) filter!.DisableCollision(joint.bodyA, joint.bodyB);

  const createBody = (body: SceneBody) => {
    const {
      EMotionType_Static,
      EMotionType_Kinematic,
      EMotionType_Dynamic,
      EActivation_Activate,
      EMotionQuality_LinearCast,
    } = jolt;
    const motion = { static: EMotionType_Static, kinematic: EMotionType_Kinematic, dynamic: EMotionType_Dynamic }[
      body.type
    ];
    const layer = body.type === 'static' ? STILL : MOVING;
    const settings = new jolt.BodyCreationSettings(
      shapeOf(jolt, body.colliders),
      rvec3(body.position),
      quat(body.rotation),
      motion,
      layer,
    );
    settings.mFriction = body.colliders[0]!.friction;
    settings.mRestitution = body.colliders[0]!.restitution;
    settings.mLinearDamping = body.linearDamping;
    settings.mAngularDamping = body.angularDamping;
    settings.mLinearVelocity = vec3(body.linearVelocity);
    settings.mAngularVelocity = vec3(body.angularVelocity);
    settings.mAllowSleeping = scene.sleep;
    if (body.bullet) settings.mMotionQuality = EMotionQuality_LinearCast;
    if (filter && bodies.length < scene.bodies.length)
      settings.mCollisionGroup = new jolt.CollisionGroup(filter, 0, bodies.length);
    const created = interfaceOfBodies.CreateBody(settings);
    interfaceOfBodies.AddBody(created.GetID(), EActivation_Activate);
    jolt.destroy(settings);
    bodies.push(created);
  };

  addBodies(scene, createBody);
  for (const joint of scene.joints) {
    const settings = new jolt.PointConstraintSettings();
    settings.mSpace = jolt.EConstraintSpace_LocalToBodyCOM;
    settings.mPoint1 = rvec3(joint.anchorA);
    settings.mPoint2 = rvec3(joint.anchorB);
    system.AddConstraint(settings.Create(bodies[joint.bodyA]!, bodies[joint.bodyB]!));
  }

  return {
    get bodyCount() {
      return bodies.length;
    },
    createBody,
    setKinematicTarget: (body, position, rotation) =>
      interfaceOfBodies.MoveKinematic(bodies[body]!.GetID(), rvec3(position), quat(rotation), scene.timeStep),
    step: () => jolted.Step(scene.timeStep, 1),
    position(body) {
      const p = bodies[body]!.GetPosition();
      return [p.GetX(), p.GetY(), p.GetZ()];
    },
    rotation(body) {
      const q = bodies[body]!.GetRotation();
      return [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
    },
    isSleeping: (body) => !bodies[body]!.IsActive(),
    castRays(rays, distances) {
      const query = system.GetNarrowPhaseQuery();
      const ray = new jolt.RRayCast();
      const settings = new jolt.RayCastSettings();
      const collector = new jolt.CastRayClosestHitCollisionCollector();
      const all = [
        new jolt.BroadPhaseLayerFilter(),
        new jolt.ObjectLayerFilter(),
        new jolt.BodyFilter(),
        new jolt.ShapeFilter(),
      ] as const;
      for (let i = 0, at = 0; i < distances.length; i++, at += 7) {
        const length = rays[at + 6]!;
        ray.mOrigin.Set(rays[at]!, rays[at + 1]!, rays[at + 2]!);
        ray.mDirection.Set(rays[at + 3]! * length, rays[at + 4]! * length, rays[at + 5]! * length);
        collector.Reset();
        query.CastRay(ray, settings, collector, ...all);
        distances[i] = collector.HadHit() ? collector.mHit.mFraction * length : Infinity;
      }
      for (const each of [ray, settings, collector, ...all]) jolt.destroy(each);
    },
    dispose: () => jolt.destroy(jolted),
  };
}

/**
 * Two layers: what stands still does not meet what stands still. Room for the largest scene, and no more contacts than
 * its 10 MB of scratch memory hold: it aborts on running out.
 */
function worldSettings(jolt: Module, workers: number): Jolt.JoltSettings {
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(STILL, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  const broadphase = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  broadphase.MapObjectToBroadPhaseLayer(STILL, new jolt.BroadPhaseLayer(0));
  broadphase.MapObjectToBroadPhaseLayer(MOVING, new jolt.BroadPhaseLayer(1));
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = 16384;
  settings.mMaxBodyPairs = 65536;
  settings.mMaxContactConstraints = 20000;
  settings.mMaxWorkerThreads = workers - 1;
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broadphase;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(broadphase, 2, pairs, 2);
  return settings;
}

function shapeOf(jolt: Module, colliders: readonly SceneCollider[]): Jolt.Shape {
  const centred =
    colliders.length === 1 && [...colliders[0]!.position, ...colliders[0]!.rotation].join() === '0,0,0,0,0,0,1';
  if (centred) return created(settingsOf(jolt, colliders[0]!));
  const compound = new jolt.StaticCompoundShapeSettings();
  for (const collider of colliders) {
    const [x, y, z, w] = collider.rotation;
    compound.AddShapeShapeSettings(
      new jolt.Vec3(...collider.position),
      new jolt.Quat(x, y, z, w),
      settingsOf(jolt, collider),
      0,
    );
  }
  // With one part this comes back as a rotated and translated shape, which is cheaper than a compound.
  return created(compound);
}

function settingsOf(jolt: Module, collider: SceneCollider): Jolt.ShapeSettings {
  if (collider.shape === 'trimesh') return meshOf(jolt, collider);
  const settings =
    collider.shape === 'box'
      ? new jolt.BoxShapeSettings(new jolt.Vec3(...collider.halfExtents))
      : collider.shape === 'sphere'
        ? new jolt.SphereShapeSettings(collider.radius)
        : collider.shape === 'capsule'
          ? new jolt.CapsuleShapeSettings(collider.halfHeight, collider.radius)
          : hullOf(jolt, collider.points);
  settings.mDensity = collider.density;
  return settings;
}

function hullOf(jolt: Module, points: Float32Array): Jolt.ConvexHullShapeSettings {
  const settings = new jolt.ConvexHullShapeSettings();
  for (let i = 0; i < points.length; i += 3)
    settings.mPoints.push_back(new jolt.Vec3(points[i]!, points[i + 1]!, points[i + 2]!));
  return settings;
}

function meshOf(jolt: Module, { vertices, indices }: { vertices: Float32Array; indices: Uint32Array }) {
  const points = new jolt.VertexList(),
    triangles = new jolt.IndexedTriangleList();
  for (let i = 0; i < vertices.length; i += 3)
    points.push_back(new jolt.Float3(vertices[i]!, vertices[i + 1]!, vertices[i + 2]!));
  for (let i = 0; i < indices.length; i += 3)
    triangles.push_back(new jolt.IndexedTriangle(indices[i]!, indices[i + 1]!, indices[i + 2]!, 0));
  return new jolt.MeshShapeSettings(points, triangles, new jolt.PhysicsMaterialList());
}

function created(settings: Jolt.ShapeSettings): Jolt.Shape {
  const result = settings.Create();
  if (result.HasError()) throw new Error(`Jolt refused a shape: ${result.GetError().c_str()}`);
  return result.Get();
}
