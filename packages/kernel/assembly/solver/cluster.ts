import { World } from '../world/world';
import { Joints } from '../joints/joint';
import { Tuning } from '../constants';
import { ContactGroup, GROUP_SIZE } from './contact-group';
import { KINDS } from './movers';

/** The constraints of one colour in a cluster. */
@unmanaged
export class ClusterColour {
  /** In the groups of the cluster. */
  firstGroup: i32;
  groupCount: i32;
  /** In `World.jointOrder`. */
  firstJoint: i32;
  jointCount: i32;
  /** While joints are put in order: place of the next one. */
  nextJoint: i32;
  /** Contacts of each kind (Movers); while they are put in order, the place of the next one of each. */
  kind0: i32;
  kind1: i32;
  kind2: i32;
  kind3: i32;
  kind4: i32;
  kind5: i32;
  kind6: i32;
  kind7: i32;
  /** Workers count their colours at the same time: a cache line each. */
  pad0: i32;
  pad1: i32;
  pad2: i32;

  clear(): void {
    const at = changetype<usize>(this);
    for (let i: usize = 0; i < offsetof<ClusterColour>(); i += 16) v128.store(at + i, i32x4.splat(0));
  }

  /** While constraints are counted. */
  // @ts-ignore: decorator
  @inline get isEmpty(): bool {
    const kinds = changetype<usize>(this) + offsetof<ClusterColour>('kind0');
    return this.jointCount == 0 && !v128.any_true(v128.or(v128.load(kinds), v128.load(kinds, 16)));
  }

  /** Behind the last contact, once they are in order. */
  // @ts-ignore: decorator
  @inline get end(): i32 {
    return this.kind7;
  }
  // @ts-ignore: decorator
  @inline set end(place: i32) {
    this.kind7 = place;
  }

  /** Number, then place, of contacts of a kind. */
  // @ts-ignore: decorator
  @inline contacts(kind: i32): usize {
    return changetype<usize>(this) + offsetof<ClusterColour>('kind0') + (kind << 2);
  }
}

/**
 * Bodies and constraints that are solved together, from preparing to storing. The first cluster holds what all workers solve together, stage
 * by stage; each of the others holds small islands whole, and one worker takes it through all substeps while it lies in its cache.
 * Places below are those in the orders of the world, which the plan of each step makes (plan-clusters.ts).
 */
@unmanaged
export class Cluster {
  firstBody: i32;
  bodyCount: i32;
  /** Of its ids in `World.contactOrder`: four a group. */
  firstContact: i32;
  groupCount: i32;
  /** Of those in colours. */
  firstJoint: i32;
  jointCount: i32;
  /** Address of its groups: its own room, or that of the worker. */
  groups: usize;
  /** 1: some contact has restitution. */
  bounces: u32;
  /** Groups of articulations, in `World.articulationGroupOrder`. Their joints come behind the coloured ones. */
  firstArticulationGroup: i32;
  articulationGroupCount: i32;
  groupedJointCount: i32;
  /** While they are planned: the first one with a lane to spare, and one more; 0: none. */
  openGroups: i32;
  pad0: i32;
  pad1: i32;
  pad2: i32;
  pad3: i32;

  // @ts-ignore: decorator
  @inline colour(index: i32): ClusterColour {
    return changetype<ClusterColour>(
      changetype<usize>(this) + offsetof<Cluster>() + (index as usize) * offsetof<ClusterColour>(),
    );
  }
  // @ts-ignore: decorator
  @inline group(index: i32): ContactGroup {
    return changetype<ContactGroup>(this.groups + (index as usize) * GROUP_SIZE);
  }
}

if (offsetof<ClusterColour>('pad0') - offsetof<ClusterColour>('kind0') != KINDS << 2)
  ERROR('ClusterColour has not a place for each kind');
if (offsetof<Cluster>() != 64 || offsetof<ClusterColour>() != 64) ERROR('A ClusterColour is not a cache line');
export const CLUSTER_SIZE: usize = offsetof<Cluster>() + ((Tuning.COLOURS + 1) as usize) * offsetof<ClusterColour>();

/** Of an entry: above the bits of an id. */
const SLAB: i32 = 20;

export class Clusters {
  // @ts-ignore: decorator
  @inline static at(world: World, index: i32): Cluster {
    return changetype<Cluster>(world.clusters.at(index));
  }
  /** One more, without bodies yet. Its colours are cleared where they are counted. False: no memory. */
  static start(world: World, firstBody: i32): bool {
    const clusters = world.clusters;
    if (!clusters.reserve(world.pages, clusters.count + 1)) return false;
    const cluster = Clusters.at(world, clusters.count++);
    memory.fill(changetype<usize>(cluster), 0, offsetof<Cluster>());
    cluster.firstBody = firstBody;
    return true;
  }
  /** In `World.bodyClusters`: the number of the body's cluster and one more, 0 for none; and its slab, 0 but in the shared cluster. */
  // @ts-ignore: decorator
  @inline static entry(id: i32, slab: i32): i32 {
    return id | (slab << SLAB);
  }
  // @ts-ignore: decorator
  @inline static id(entry: i32): i32 {
    return entry & ((1 << SLAB) - 1);
  }
  // @ts-ignore: decorator
  @inline static slab(entry: i32): i32 {
    return entry >> SLAB;
  }
  /** Number of the cluster of a joint: both bodies are in one, or one of them cannot move. */
  static ofJoint(world: World, id: i32): i32 {
    const joint = Joints.at(world, id);
    return Clusters.id(max(world.bodyClusters.id(joint.bodyA), world.bodyClusters.id(joint.bodyB))) - 1;
  }
  /** Of all of them, in the last step. */
  static groupCount(world: World): i32 {
    let count = 0;
    for (let i = 0; i < world.clusters.count; i++) count += Clusters.at(world, i).groupCount;
    return count;
  }
  /** What all workers solve together. */
  // @ts-ignore: decorator
  @inline static shared(world: World): Cluster {
    return changetype<Cluster>(world.clusters.data);
  }
}
