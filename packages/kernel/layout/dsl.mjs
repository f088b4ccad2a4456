/**
 * Declares the records that kernel and host share. A record is a flat, little-endian struct; each field is
 * naturally aligned. The generator turns the declarations into AssemblyScript classes and TypeScript offsets.
 */

const SIZES = { u8: 1, u16: 2, u32: 4, i32: 4, f32: 4, u64: 8, f64: 8 };

/** One number. `unit` is SI, '1' where there is none. */
export const scalar = (type, unit, doc) => ({
  kind: 'scalar',
  type,
  unit,
  doc,
  parts: [''],
  size: SIZES[type],
  align: SIZES[type],
});
/** Three f32: x, y, z. */
export const vec3 = (unit, doc) => ({
  kind: 'vec3',
  type: 'f32',
  unit,
  doc,
  parts: ['X', 'Y', 'Z'],
  size: 12,
  align: 4,
});
/** Four f32: x, y, z, w. */
export const quat = (doc) => ({
  kind: 'quat',
  type: 'f32',
  unit: '1',
  doc,
  parts: ['X', 'Y', 'Z', 'W'],
  size: 16,
  align: 4,
});
/** `count` f32 in a row, named field0, field1, ... */
export const array = (type, count, unit, doc) => ({
  kind: 'array',
  type,
  unit,
  doc,
  parts: Array.from({ length: count }, (_, i) => String(i)),
  size: SIZES[type] * count,
  align: SIZES[type],
});

/** Lays a record out and fails when the fields do not fill the stated stride with natural alignment. */
export function record({ name, doc, stride, fields }) {
  let offset = 0;
  const laid = Object.entries(fields).map(([field, shape]) => {
    if (offset % shape.align !== 0)
      throw new Error(`${name}.${field}: offset ${offset} is not aligned to ${shape.align}`);
    const entry = { name: field, offset, ...shape };
    offset += shape.size;
    return entry;
  });
  if (offset > stride || stride % 4 !== 0) throw new Error(`${name}: fields need ${offset} bytes, stride is ${stride}`);
  return { name, doc, stride, fields: laid };
}

/** Named integers, generated as constants on both sides. */
export const numbers = (name, doc, values) => ({ name, doc, values });
