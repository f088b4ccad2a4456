import type * as Rapier from '@dimforge/rapier3d-compat';
import type { Quat, SceneBody, SceneCollider, SceneDescription, Vec3 } from '@atoll/scenes';
import { addBodies, type BenchEngine, type BenchWorld, type EngineOptions } from '../engine.ts';
import type { Host } from '../host.ts';

const xyz = ([x, y, z]: Vec3) => ({ x, y, z });
const xyzw = ([x, y, z, w]: Quat) => ({ x, y, z, w });

async function load(name: string, rapier: typeof Rapier, host: Host): Promise<BenchEngine> {
  await rapier.init();
  const { numSolverIterations, numInternalPgsIterations, maxCcdSubsteps } = new rapier.World({ x: 0, y: 0, z: 0 })
    .integrationParameters;
  return {
    version: await host.version(name),
    settings: { numSolverIterations, numInternalPgsIterations, maxCcdSubsteps },
    build: (scene) => build(rapier, scene),
  };
}

export const loadRapier = async (_: EngineOptions, host: Host) =>
  load('@dimforge/rapier3d-compat', await import('@dimforge/rapier3d-compat'), host);

export const loadRapierSimd = async (_: EngineOptions, host: Host) =>
  // Two builds of one library: their declarations differ in private fields alone.
  load(
    '@dimforge/rapier3d-simd-compat',
    (await import('@dimforge/rapier3d-simd-compat')) as unknown as typeof Rapier,
    host,
  );

function build(rapier: typeof Rapier, scene: SceneDescription): BenchWorld {
  const world = new rapier.World(xyz(scene.gravity));
  world.timestep = scene.timeStep;
  const bodies: Rapier.RigidBody[] = [];

  const colliderOf = (collider: SceneCollider) => {
    return shapeOf(rapier, collider)
      .setTranslation(...collider.position)
      .setRotation(xyzw(collider.rotation))
      .setDensity(collider.density)
      .setFriction(collider.friction)
      .setRestitution(collider.restitution);
  };
  const motionOf = (body: SceneBody) => {
    if (body.type === 'static') return rapier.RigidBodyDesc.fixed();
    if (body.type === 'dynamic') return rapier.RigidBodyDesc.dynamic();
    const moves = [...body.linearVelocity, ...body.angularVelocity].some((x) => x !== 0);
    return moves ? rapier.RigidBodyDesc.kinematicVelocityBased() : rapier.RigidBodyDesc.kinematicPositionBased();
  };
  const createBody = (body: SceneBody) => {
    const desc = motionOf(body)
      .setTranslation(...body.position)
      .setRotation(xyzw(body.rotation))
      .setLinvel(...body.linearVelocity)
      .setAngvel(xyz(body.angularVelocity))
      .setLinearDamping(body.linearDamping)
      .setAngularDamping(body.angularDamping)
      .setCcdEnabled(body.bullet)
      .setCanSleep(scene.sleep);
    const created = world.createRigidBody(desc);
    for (const collider of body.colliders) world.createCollider(colliderOf(collider), created);
    bodies.push(created);
  };

  addBodies(scene, createBody);
  for (const joint of scene.joints) {
    const data = rapier.JointData.spherical(xyz(joint.anchorA), xyz(joint.anchorB));
    world.createImpulseJoint(data, bodies[joint.bodyA]!, bodies[joint.bodyB]!, true).setContactsEnabled(false);
  }

  return {
    get bodyCount() {
      return bodies.length;
    },
    createBody,
    setKinematicTarget(body, position, rotation) {
      bodies[body]!.setNextKinematicTranslation(xyz(position));
      bodies[body]!.setNextKinematicRotation(xyzw(rotation));
    },
    step: () => world.step(),
    position(body) {
      const { x, y, z } = bodies[body]!.translation();
      return [x, y, z];
    },
    rotation(body) {
      const { x, y, z, w } = bodies[body]!.rotation();
      return [x, y, z, w];
    },
    isSleeping: (body) => bodies[body]!.isSleeping(),
    castRays(rays, distances) {
      const ray = new rapier.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
      for (let i = 0, at = 0; i < distances.length; i++, at += 7) {
        ray.origin.x = rays[at]!;
        ray.origin.y = rays[at + 1]!;
        ray.origin.z = rays[at + 2]!;
        ray.dir.x = rays[at + 3]!;
        ray.dir.y = rays[at + 4]!;
        ray.dir.z = rays[at + 5]!;
        distances[i] = world.castRay(ray, rays[at + 6]!, true)?.timeOfImpact ?? Infinity;
      }
    },
    dispose: () => world.free(),
  };
}

function shapeOf(rapier: typeof Rapier, collider: SceneCollider): Rapier.ColliderDesc {
  switch (collider.shape) {
    case 'box':
      return rapier.ColliderDesc.cuboid(...collider.halfExtents);
    case 'sphere':
      return rapier.ColliderDesc.ball(collider.radius);
    case 'capsule':
      return rapier.ColliderDesc.capsule(collider.halfHeight, collider.radius);
    case 'trimesh':
      return rapier.ColliderDesc.trimesh(collider.vertices, collider.indices);
    case 'hull': {
      const desc = rapier.ColliderDesc.convexHull(collider.points);
      if (!desc) throw new Error('Rapier refused a hull');
      return desc;
    }
  }
}
