/** A value as an error message shows it. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}`;
  if (typeof value === 'object' && value !== null) {
    const name = value.constructor?.name;
    return name && name !== 'Object' ? `a ${name}` : 'an object';
  }
  return String(value);
}
