/** Writes assembly/generated/layout.ts and src/generated/layout.ts from layout/. `--check` fails on a difference. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as inbox from '../layout/inbox.mjs';
import * as outbox from '../layout/outbox.mjs';
import * as query from '../layout/query.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const all = [...Object.values(inbox), ...Object.values(outbox), ...Object.values(query)];
const records = all.filter((entry) => entry.fields);
const enums = all.filter((entry) => entry.values);
const hash = createHash('sha256').update(JSON.stringify(all)).digest().readUInt32LE(0);
const head = '// Generated from packages/kernel/layout by packages/kernel/generate. Do not edit.\n';

function kernelSource() {
  const out = [head, `export const LAYOUT_HASH: u32 = ${hash};\n`];
  for (const { name, doc, values } of enums) {
    out.push(
      `/** ${doc} */\nexport namespace ${name} {\n${Object.entries(values)
        .map(([key, value]) => `  export const ${key}: u32 = ${value};`)
        .join('\n')}\n}\n`,
    );
  }
  for (const { name, doc, stride, fields } of records) {
    out.push(`/** ${doc} Stride ${stride}. */\n@unmanaged\nexport class ${name} {`);
    for (const field of fields) {
      if (field.doc) out.push(`  /** ${field.doc} Unit: ${field.unit}. */`);
      for (const part of field.parts) out.push(`  ${field.name}${part}: ${field.type};`);
    }
    out.push(`  static readonly STRIDE: usize = ${stride};`);
    out.push('}');
    for (const field of fields) {
      const first = field.name + field.parts[0];
      out.push(
        `if (offsetof<${name}>('${first}') != ${field.offset}) ERROR('${name}.${first} is not at ${field.offset}');`,
      );
    }
    out.push('');
  }
  return out.join('\n');
}

function hostSource() {
  const out = [head, `/** Kernel and host must agree on this number. */\nexport const LAYOUT_HASH = ${hash};\n`];
  for (const { name, doc, values } of enums) {
    out.push(
      `/** ${doc} */\nexport const ${name} = {\n${Object.entries(values)
        .map(([key, value]) => `  ${key}: ${value},`)
        .join('\n')}\n} as const;\n`,
    );
  }
  for (const { name, doc, stride, fields } of records) {
    out.push(`/** Byte offsets. ${doc} */\nexport const ${name} = {\n  stride: ${stride},`);
    for (const field of fields) {
      out.push(
        `  /** ${field.kind === 'scalar' ? field.type : `${field.parts.length} × ${field.type}`}, ${field.unit}. ${field.doc} */\n  ${field.name}: ${field.offset},`,
      );
    }
    out.push('} as const;\n');
  }
  return out.join('\n');
}

const targets = [
  [join(root, 'assembly/generated/layout.ts'), kernelSource()],
  [join(root, 'src/generated/layout.ts'), hostSource()],
];
for (const [path, text] of targets) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} is out of date: run node packages/kernel/generate/generate.mjs`);
    process.exit(1);
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
