/** Exports of the kernel; docs/internals/protocol.md says what each does. */
import { LAYOUT_HASH } from './generated/layout';
import { World } from './world/world';
import * as conductor from './pump';

export { createWorld } from './world/create';

export function layoutHash(): u32 {
  return LAYOUT_HASH;
}
export function pump(world: usize): i32 {
  return conductor.pump(changetype<World>(world));
}
export function work(world: usize, worker: i32): void {
  conductor.work(changetype<World>(world), worker);
}
export function shutdown(world: usize): void {
  conductor.shutdown(changetype<World>(world));
}
