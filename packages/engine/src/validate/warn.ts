/** False where a bundler or Node says 'production'. A page without a bundler has no `process`. */
const development = ((): boolean => {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return true;
  }
})();

const warned = new WeakSet<object>();

/** Tells a developer once per object about a call that does nothing. Silent in production. */
export function warnOnce(about: object, message: string): void {
  if (!development || warned.has(about)) return;
  warned.add(about);
  console.warn(`Atoll: ${message}`);
}
