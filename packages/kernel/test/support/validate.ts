import type { Sim } from './sim.js';

/** Rules of the kernel's validator, by number (assembly/testing/validate.ts). */
const RULES: Record<number, string> = {
  1: 'a body is marked between two steps',
  2: 'set and place in the awake list disagree',
  3: 'the awake list does not lead back to the body',
  4: 'type and set disagree',
  5: 'a body that moves is in no island, or one that does not is in one',
  6: 'body and island disagree about sleep',
  7: 'the contact edges of a body are broken',
  8: 'the joint edges of a body are broken',
  9: 'the awake list has another length',
  10: 'bodyCount is wrong',
  11: 'linked islands were not merged',
  12: 'the list of awake islands does not lead back',
  13: 'an awake island is empty',
  14: 'islandCount is wrong',
  15: 'an island has a parent or another head',
  16: 'the bodies of an island are broken',
  17: 'the contacts of an island are broken',
  18: 'a contact of an island leads out of it',
  19: 'the joints of an island are broken',
  20: 'a joint of an island leads out of it',
  21: 'a contact is missing in the pair set',
  22: 'a contact has a body that is not there',
  23: 'the list of awake contacts does not lead back',
  24: 'a contact of an awake body is not awake',
  25: 'a touching contact is in no island, or another is in one',
  26: 'a touching contact of an awake body has no colour, or another has one',
  27: 'contactCount or the pair set is wrong',
  28: 'the list of awake contacts has another length',
  29: 'a joint has a body that is not there',
  30: 'an acting joint is in no island, or another is in one',
  31: 'an acting joint of an awake body has no colour, or another has one',
  32: 'jointCount is wrong',
  33: 'a colour does not lead back to its contact',
  34: 'a contact moves a body that its colour does not list',
  35: 'a colour does not lead back to its joint',
  36: 'a joint moves a body that its colour does not list',
  37: 'a colour has a body twice, or lists one that it does not move',
  38: 'touchingCount is wrong',
  39: 'the colliders of a body are broken',
  40: 'collider and tree disagree',
  41: 'the list of moved proxies does not lead back',
  42: 'a leaf does not lead back to its collider',
  43: 'a leaf has other bounds than its collider',
  44: 'a shape reaches out of its fat bounds',
  45: 'colliderCount is wrong',
  46: 'a tree is broken (type << 8 | fault)',
  47: 'a tree has leaves of no collider',
  48: 'a further manifold of a pair does not fit the pair',
  60: 'the tables of bodies differ in length',
  61: 'a body leads to no record',
  62: 'a contact leads to no record',
  63: 'a joint leads to no record',
  64: 'a collider leads to no record',
  65: 'the island to be split is none',
  66: 'a list leads to no record',
  67: 'free ids are not those that are not in use',
  68: 'the number of steps or of substeps is beyond its range',
};

const STATIC = 0,
  AWAKE = 1,
  DISABLED = 3,
  DYNAMIC = 2,
  LINKED = 8,
  SENSOR = 2;

/** What a walk over a world finds wrong, in words, or '' where all is sound. */
export function faultsOf(sim: Sim): string {
  const result = sim.kernel.validate(sim.world);
  if (result !== 0n)
    return `${RULES[Number(result >> 32n)] ?? 'unknown rule'} (rule ${result >> 32n}, record ${result & 0xffffffffn})`;
  return islandFaults(sim);
}

/** Compares the islands with the components that a slow search over touching contacts and acting joints finds. */
function islandFaults(sim: Sim): string {
  const bodies = new Map(sim.dump('Bodies').map((row) => [row[0]!, row]));
  const moves = (index: number) => bodies.get(index)![2] === DYNAMIC && bodies.get(index)![3] !== DISABLED;
  const component = new Map<number, number>();
  for (const index of bodies.keys()) if (moves(index)) component.set(index, index);
  const links: [number, number][] = [];
  for (const row of sim.dump('Contacts'))
    if ((row[3]! & (LINKED | SENSOR)) === LINKED && moves(row[1]!) && moves(row[2]!)) links.push([row[1]!, row[2]!]);
  for (const row of sim.dump('Joints'))
    if ((row[3]! & 2) !== 0 && moves(row[1]!) && moves(row[2]!)) links.push([row[1]!, row[2]!]);
  // Slow on purpose: the smaller label spreads until nothing changes.
  for (let changed = true; changed;) {
    changed = false;
    for (const [a, b] of links) {
      const low = Math.min(component.get(a)!, component.get(b)!);
      if (component.get(a) !== low || component.get(b) !== low) {
        component.set(a, low);
        component.set(b, low);
        changed = true;
      }
    }
  }
  const islandOf = new Map<number, number>();
  const componentsIn = new Map<number, Set<number>>();
  for (const [index, label] of component) {
    const row = bodies.get(index)!;
    const island = row[4]!;
    if (islandOf.has(label) && islandOf.get(label) !== island)
      return `bodies ${label} and ${index} are connected and in different islands`;
    islandOf.set(label, island);
    const labels = componentsIn.get(island) ?? new Set<number>();
    labels.add(label);
    componentsIn.set(island, labels);
    if (labels.size > 1 && row[5] === 0) return `island ${island} holds several components and expects no split`;
    if (row[3] === AWAKE && row[6] === -1) return `body ${index} is awake in the sleeping island ${island}`;
    if (row[3] === STATIC) return `body ${index} is dynamic and in the static set`;
  }
  return '';
}
