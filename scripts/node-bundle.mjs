/**
 * TypeScript for plain Node. Node 20 cannot run `.ts`, so an entry is bundled with the workspace packages it imports,
 * and with every worker that one of them starts, into `node_modules/.cache/atoll` of its own package, from where its
 * npm dependencies resolve.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const relativeUrl = /new URL\(\s*(['"`])(\.{1,2}\/[^'"`]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/** Bundles `entry` for Node. Returns the file written and the sources it was made of. */
async function bundleForNode(entry) {
  const build = await rolldown({
    input: entry,
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    external: (id) => !/^[.#\0]|^@atoll\//.test(id) && !isAbsolute(id),
    plugins: [nodeUrls()],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, sourcemap: 'inline' });
  const sources = await build.watchFiles;
  await build.close();

  const { code } = output[0];
  const folder = join(packageFolder(entry), 'node_modules/.cache/atoll');
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const file = join(folder, `${basename(entry, extname(entry))}-${hash}.mjs`);
  if (!existsSync(file)) {
    // Two servers may write the same bundle at once; a rename is seen whole or not at all.
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  }
  return { file, sources };
}

function packageFolder(file) {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/**
 * Plugin for Rolldown and Vite: makes `new URL('./file', import.meta.url)` absolute, so that it survives bundling.
 * `./worker.js` that exists as `worker.ts` alone is bundled for Node first.
 */
export function nodeUrls() {
  return {
    name: 'atoll:node-urls',
    enforce: 'pre',
    async transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return undefined;
      const folder = dirname(id.split('?')[0]);
      const edits = [];
      for (const match of code.matchAll(relativeUrl)) {
        let target = resolve(folder, match[2]);
        const source = target.replace(/\.js$/, '.ts');
        if (!existsSync(target) && existsSync(source)) {
          const { file, sources } = await bundleForNode(source);
          for (const watched of sources) this.addWatchFile(watched);
          target = file;
        }
        edits.push([match, `new URL(${JSON.stringify(pathToFileURL(target).href)})`]);
      }
      if (edits.length === 0) return undefined;
      // Every call stays on its line, so the source map of the untouched code still fits.
      return { code: edits.reduceRight(replace, code), map: null };
    },
  };
}

function replace(code, [match, text]) {
  return code.slice(0, match.index) + text + code.slice(match.index + match[0].length);
}

/** Imports a TypeScript module of this repository. */
export async function importTypeScript(entry) {
  const { file } = await bundleForNode(entry);
  return import(pathToFileURL(file).href);
}
