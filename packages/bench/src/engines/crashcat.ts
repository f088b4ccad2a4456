import type * as Crashcat from 'crashcat';
import type { SceneBody, SceneCollider, SceneDescription } from '@atoll/scenes';
import { addBodies, type BenchEngine, type BenchWorld, type EngineOptions } from '../engine.ts';
import type { Host } from '../host.ts';

export async function loadCrashcat(_: EngineOptions, host: Host): Promise<BenchEngine> {
  const crashcat = await import('crashcat');
  crashcat.registerAll();
  const { solver } = crashcat.createWorldSettings();
  return { version: await host.version('crashcat'), settings: { ...solver }, build: (scene) => build(crashcat, scene) };
}

function build(crashcat: typeof Crashcat, scene: SceneDescription): BenchWorld {
  const settings = crashcat.createWorldSettings();
  settings.gravity = [...scene.gravity];
  const moving = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  const still = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  crashcat.enableCollision(settings, moving, still);
  crashcat.enableCollision(settings, moving, moving);
  const world = crashcat.createWorld(settings);
  const bodies: Crashcat.RigidBody[] = [];

  const shapeOf = (collider: SceneCollider): Crashcat.Shape => {
    const { density } = collider;
    if (collider.shape === 'box') return crashcat.box.create({ halfExtents: [...collider.halfExtents], density });
    if (collider.shape === 'sphere') return crashcat.sphere.create({ radius: collider.radius, density });
    if (collider.shape === 'hull') return crashcat.convexHull.create({ positions: [...collider.points], density });
    if (collider.shape === 'trimesh') {
      const { vertices, indices } = collider;
      return crashcat.triangleMesh.create({ positions: [...vertices], indices: [...indices] });
    }
    return crashcat.capsule.create({ halfHeightOfCylinder: collider.halfHeight, radius: collider.radius, density });
  };
  const shapesOf = (colliders: readonly SceneCollider[]): Crashcat.Shape => {
    const [first] = colliders;
    if (colliders.length === 1) {
      if ([...first!.position, ...first!.rotation].join() === '0,0,0,0,0,0,1') return shapeOf(first!);
      return crashcat.transformed.create({
        shape: shapeOf(first!),
        position: [...first!.position],
        quaternion: [...first!.rotation],
      });
    }
    return crashcat.staticCompound.create({
      children: colliders.map((part) => ({
        shape: shapeOf(part),
        position: [...part.position],
        quaternion: [...part.rotation],
      })),
    });
  };
  const createBody = (body: SceneBody) => {
    const { STATIC, KINEMATIC, DYNAMIC } = crashcat.MotionType;
    const { DISCRETE, LINEAR_CAST } = crashcat.MotionQuality;
    const created = crashcat.rigidBody.create(world, {
      shape: shapesOf(body.colliders),
      objectLayer: body.type === 'static' ? still : moving,
      motionType: { static: STATIC, kinematic: KINEMATIC, dynamic: DYNAMIC }[body.type],
      position: [...body.position],
      quaternion: [...body.rotation],
      motionQuality: body.bullet ? LINEAR_CAST : DISCRETE,
      linearDamping: body.linearDamping,
      angularDamping: body.angularDamping,
      friction: body.colliders[0]!.friction,
      restitution: body.colliders[0]!.restitution,
      allowSleeping: scene.sleep,
    });
    if (body.type !== 'static') {
      crashcat.rigidBody.setLinearVelocity(world, created, [...body.linearVelocity]);
      crashcat.rigidBody.setAngularVelocity(world, created, [...body.angularVelocity]);
    }
    bodies.push(created);
  };

  addBodies(scene, createBody);
  for (const joint of scene.joints) {
    crashcat.pointConstraint.create(world, {
      bodyIdA: bodies[joint.bodyA]!.id,
      bodyIdB: bodies[joint.bodyB]!.id,
      pointA: [...joint.anchorA],
      pointB: [...joint.anchorB],
      space: crashcat.ConstraintSpace.LOCAL,
    });
  }
  // It has no switch on the constraint: joined bodies are told apart by a listener.
  const joined = new Set(scene.joints.map(({ bodyA, bodyB }) => pairKey(bodies[bodyA]!, bodies[bodyB]!)));
  const listener: Crashcat.Listener | undefined =
    joined.size > 0 ? { onBodyPairValidate: (a, b) => !joined.has(pairKey(a, b)) } : undefined;

  return {
    get bodyCount() {
      return bodies.length;
    },
    createBody,
    setKinematicTarget: (body, position, rotation) =>
      crashcat.rigidBody.moveKinematic(bodies[body]!, [...position], [...rotation], scene.timeStep),
    step: () => crashcat.updateWorld(world, listener, scene.timeStep),
    position(body) {
      const [x, y, z] = bodies[body]!.position;
      return [x, y, z];
    },
    rotation(body) {
      const [x, y, z, w] = bodies[body]!.quaternion;
      return [x, y, z, w];
    },
    isSleeping: (body) => bodies[body]!.sleeping,
    dispose() {},
  };
}

function pairKey(a: Crashcat.RigidBody, b: Crashcat.RigidBody): number {
  return Math.min(a.index, b.index) * 65536 + Math.max(a.index, b.index);
}
