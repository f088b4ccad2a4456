/** What `groups` of a body or a collider takes, as bits. */
export interface InteractionGroups {
  readonly memberships: number;
  readonly filter: number;
}

/**
 * Groups by their numbers, 0 to 31: those that something is in, and those that it meets. Without `meets` it meets all.
 * @example <Body groups={interactionGroups(0, [0, 2])} />
 */
export const interactionGroups = (
  isIn: number | readonly number[],
  meets?: number | readonly number[],
): InteractionGroups => ({ memberships: bits(isIn), filter: meets === undefined ? 0xffffffff : bits(meets) });

const bits = (groups: number | readonly number[]): number =>
  [groups].flat().reduce((sum: number, group) => (sum | (1 << (group as number))) >>> 0, 0);
