import type { Collider } from '../shapes/collider.js';
import type { MassProperties } from '../shapes/mass.js';
import { givenBy, saysTheSame, type Given } from './given-options.js';
import type { BodyOptions } from './options.js';
import { isState, massOf, resolveBody, settingKeys, type BodySettings } from './settings.js';

/** What bodies that are configured alike have in common. */
export interface BodyTemplate {
  readonly settings: BodySettings;
  /** What each of them weighs. */
  readonly mass: MassProperties;
  /** Words of the command that creates one, without its handle, pose and velocities. There once the first was written. */
  record: Uint32Array | undefined;
}

/** Bodies that are made one after the other and configured alike share their settings: thousands of boxes keep one object, are weighed once and written once. */
export class SharedSettings {
  private last: BodyTemplate | undefined;
  /** Options that `last` is of, where it came of options. */
  private given: Given | undefined;

  /**
   * Of `options`. Those that say the same as the last ones are not looked at any closer; where the body starts and how it moves, `resolveState` checks.
   * @throws PhysicsInputError as `resolveBody` and `massOf`
   */
  ofOptions(options: BodyOptions): BodyTemplate {
    if (this.last && saysTheSame(this.given, options)) return this.last;
    const template = this.of(resolveBody(options));
    this.given = givenBy(options);
    return template;
  }

  /**
   * Of `settings`, or of those that were asked for last where they differ in nothing but where the body starts and how it moves, which nobody asks of them later.
   * @throws PhysicsInputError as `massOf`
   */
  of(settings: BodySettings): BodyTemplate {
    if (this.last === undefined || !areAlike(this.last.settings, settings)) {
      this.last = { settings, mass: massOf(settings), record: undefined };
      this.given = undefined;
    }
    return this.last;
  }
}

/** What differs between bodies that are configured alike, and what is looked at by itself. */
const plainKeys = settingKeys.filter((key) => !isState(key) && key !== 'colliders' && key !== 'userData');

function areAlike(a: BodySettings, b: BodySettings): boolean {
  for (let i = 0; i < plainKeys.length; i++) if (!isSame(a[plainKeys[i]!], b[plainKeys[i]!])) return false;
  // Lists with the same in them are two all the same: what one body's list is told later is not for the other's.
  if (a.userData !== b.userData || a.colliders.length !== b.colliders.length) return false;
  for (let i = 0; i < a.colliders.length; i++) if (!areAlikeColliders(a.colliders[i]!, b.colliders[i]!)) return false;
  return true;
}

function areAlikeColliders(a: Collider, b: Collider): boolean {
  for (const key in a) if (!isSame(a[key as keyof Collider], b[key as keyof Collider])) return false;
  return true;
}

/** The same value, or lists of the same values. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
