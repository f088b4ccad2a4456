/** What one barrier costs: stages of one tiny block a worker, and nothing else. */
import { World } from '../world/world';
import { awaitHelpers, closeGate, enterGate, leaveGate, openGate } from './gate';
import { parallel, serial, startStages } from './stages';
import { Sync } from './sync';

function nothing(world: World, start: i32, end: i32, worker: i32): void {}

/**
 * Runs `rounds` parallel stages of one empty block per worker. Called by every worker; worker 0 opens the gate, waits
 * until the others are in, and closes it. Once a world: a helper remembers no gate that it has left.
 */
export function benchBarrier(address: usize, worker: i32, rounds: i32): void {
  const world = changetype<World>(address);
  if (worker == 0) {
    world.activeWorkers = world.workers;
    if (world.workers == 1) {
      run(world, 0, rounds);
      return;
    }
    startStages(world);
    openGate(world);
    run(world, 0, rounds);
    closeGate(world);
    awaitHelpers(world);
    return;
  }
  if (enterGate(world, worker, 0) == 0) return;
  run(world, worker, rounds);
  leaveGate(world);
}

/** Unlike a step, this waits for everybody: barriers of fewer workers are not what is asked. */
function everybodyIn(world: World): void {
  const inside = changetype<usize>(world.sync) + offsetof<Sync>('inside');
  while (true) {
    const count = atomic.load<u32>(inside);
    if (count == ((world.workers - 1) as u32)) return;
    memory.atomic.wait32(inside, count as i32, 100000);
  }
}

function run(world: World, worker: i32, rounds: i32): void {
  if (world.workers > 1) serial(world, worker, everybodyIn);
  for (let i = 0; i < rounds; i++) parallel(world, worker, world.workers, 1, nothing);
}
