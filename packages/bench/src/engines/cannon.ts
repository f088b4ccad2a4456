import type * as Cannon from 'cannon-es';
import type { SceneBody, SceneCollider, SceneDescription } from '@atoll/scenes';
import { addBodies, type BenchEngine, type BenchWorld, type EngineOptions } from '../engine.ts';
import type { Host } from '../host.ts';

export async function loadCannon(_: EngineOptions, host: Host): Promise<BenchEngine> {
  const cannon = await import('cannon-es');
  const { iterations, tolerance } = new cannon.GSSolver();
  return {
    version: await host.version('cannon-es'),
    settings: { broadphase: 'NaiveBroadphase', iterations, tolerance, capsules: 'a cylinder and two spheres' },
    build: (scene) => build(cannon, scene),
  };
}

function build(cannon: typeof Cannon, scene: SceneDescription): BenchWorld {
  const world = new cannon.World({ gravity: new cannon.Vec3(...scene.gravity), allowSleep: scene.sleep });
  const bodies: Cannon.Body[] = [];
  const materials = new Map<string, Cannon.Material>();
  const materialOf = ({ friction, restitution }: SceneCollider) => {
    const key = `${friction} ${restitution}`;
    if (!materials.has(key)) {
      const material = new cannon.Material({ friction, restitution });
      materials.set(key, material);
      for (const other of materials.values()) {
        // Friction of two materials multiplies by default: a pair is told what the scene means.
        world.addContactMaterial(
          new cannon.ContactMaterial(material, other, {
            friction: Math.sqrt(friction * other.friction),
            restitution: Math.max(restitution, other.restitution),
          }),
        );
      }
    }
    return materials.get(key)!;
  };

  const createBody = (body: SceneBody) => {
    const type = { static: cannon.Body.STATIC, kinematic: cannon.Body.KINEMATIC, dynamic: cannon.Body.DYNAMIC }[
      body.type
    ];
    const mass = body.type === 'dynamic' ? body.colliders.reduce((sum, collider) => sum + massOf(collider), 0) : 0;
    const created = new cannon.Body({
      type,
      mass,
      material: materialOf(body.colliders[0]!),
      position: new cannon.Vec3(...body.position),
      quaternion: new cannon.Quaternion(...body.rotation),
      velocity: new cannon.Vec3(...body.linearVelocity),
      angularVelocity: new cannon.Vec3(...body.angularVelocity),
      linearDamping: body.linearDamping,
      angularDamping: body.angularDamping,
    });
    for (const collider of body.colliders) addShapes(cannon, created, collider);
    world.addBody(created);
    bodies.push(created);
  };

  addBodies(scene, createBody);
  for (const { bodyA, bodyB, anchorA, anchorB } of scene.joints) {
    const joint = new cannon.PointToPointConstraint(
      bodies[bodyA]!,
      new cannon.Vec3(...anchorA),
      bodies[bodyB]!,
      new cannon.Vec3(...anchorB),
    );
    joint.collideConnected = false;
    world.addConstraint(joint);
  }

  return {
    get bodyCount() {
      return bodies.length;
    },
    createBody,
    setKinematicTarget() {
      throw new Error('cannon-es has no kinematic targets');
    },
    step: () => world.step(scene.timeStep),
    position(body) {
      const { x, y, z } = bodies[body]!.position;
      return [x, y, z];
    },
    rotation(body) {
      const { x, y, z, w } = bodies[body]!.quaternion;
      return [x, y, z, w];
    },
    isSleeping: (body) => bodies[body]!.sleepState === cannon.Body.SLEEPING,
    dispose() {},
  };
}

function addShapes(cannon: typeof Cannon, body: Cannon.Body, collider: SceneCollider): void {
  const at = new cannon.Vec3(...collider.position);
  const rotation = new cannon.Quaternion(...collider.rotation);
  if (collider.shape === 'box') body.addShape(new cannon.Box(new cannon.Vec3(...collider.halfExtents)), at, rotation);
  else if (collider.shape === 'sphere') body.addShape(new cannon.Sphere(collider.radius), at, rotation);
  else if (collider.shape !== 'capsule')
    throw new Error('cannon-es makes no hull from points, and its meshes meet spheres and planes alone');
  else {
    const { halfHeight, radius } = collider;
    body.addShape(new cannon.Cylinder(radius, radius, 2 * halfHeight, 8), at, rotation);
    for (const end of [halfHeight, -halfHeight]) {
      body.addShape(new cannon.Sphere(radius), rotation.vmult(new cannon.Vec3(0, end, 0)).vadd(at), rotation);
    }
  }
}

function massOf(collider: SceneCollider): number {
  if (collider.shape === 'box')
    return collider.density * 8 * collider.halfExtents.reduce((product, x) => product * x, 1);
  if (collider.shape !== 'sphere' && collider.shape !== 'capsule') return 0;
  const ball = (4 / 3) * Math.PI * collider.radius ** 3;
  return (
    collider.density *
    (collider.shape === 'sphere' ? ball : ball + 2 * Math.PI * collider.radius ** 2 * collider.halfHeight)
  );
}
