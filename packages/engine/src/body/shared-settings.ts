import type { Collider } from '../shapes/collider.js';
import { isState, settingKeys, type BodySettings } from './settings.js';

/** Bodies that are made one after the other and configured alike share their settings: thousands of boxes keep one object. */
export class SharedSettings {
  private last: BodySettings | undefined;

  /** `settings`, or those that were asked for last where they differ in nothing but where the body starts and how it moves, which nobody asks of them later. */
  of(settings: BodySettings): BodySettings {
    if (this.last === undefined || !areAlike(this.last, settings)) this.last = settings;
    return this.last;
  }
}

function areAlike(a: BodySettings, b: BodySettings): boolean {
  for (const key of settingKeys) {
    if (isState(key)) continue;
    if (key === 'colliders' ? !areAlikeColliders(a.colliders, b.colliders) : !isSame(a[key], b[key])) return false;
  }
  return true;
}

function areAlikeColliders(a: readonly Collider[], b: readonly Collider[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const one = a[i]!,
      other = b[i]!;
    for (const key of Object.keys(one) as (keyof Collider)[]) if (!isSame(one[key], other[key])) return false;
  }
  return true;
}

/** The same value, or lists of the same values. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
