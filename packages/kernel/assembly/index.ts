/** Exports of the kernel; docs/internals/protocol.md says what each does. */
import { LAYOUT_HASH, QueryResult, QuerySettings } from './generated/layout';
import { answerHere } from './queries/host-query';
import { World } from './world/world';
import * as conductor from './pump';
import * as tell from './threads/tell';

export { createWorld } from './world/create';

export function layoutHash(): u32 {
  return LAYOUT_HASH;
}
export function pump(world: usize): i32 {
  return conductor.pump(changetype<World>(world));
}
export function workAhead(world: usize): bool {
  return conductor.workAhead(changetype<World>(world));
}
export function tick(world: usize, steps: u32): void {
  conductor.tick(changetype<World>(world), steps);
}
export function isCalled(world: usize): bool {
  return conductor.isCalled(changetype<World>(world));
}
export function hasRung(world: usize, rings: u32, us: i32, works: bool): bool {
  return conductor.hasRung(changetype<World>(world), rings, us, works);
}
export function work(world: usize, worker: i32): bool {
  return conductor.work(changetype<World>(world), worker);
}
export function takeTelling(world: usize): bool {
  return tell.takeTelling(changetype<World>(world));
}
export function query(world: usize, settings: usize, result: usize, capacity: usize): i32 {
  return answerHere(
    changetype<World>(world),
    changetype<QuerySettings>(settings),
    changetype<QueryResult>(result),
    capacity,
  );
}
export function shutdown(world: usize): void {
  conductor.shutdown(changetype<World>(world));
}
