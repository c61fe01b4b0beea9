import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

// Writes a Brotli copy of each script and style of the build; src/server/compressed-assets.ts serves the copies.
const folder = join(import.meta.dirname, '.next/static');
const compress = promisify(brotliCompress);
/** Chromium then compiles a script while it arrives, beside the page, and not function by function in the page's way. */
const hint = '//# allFunctionsCalledOnLoad\n';

/** The text of a file. A script gets the hint. */
async function finished(path) {
  const text = await readFile(path, 'utf8');
  if (!path.endsWith('.js') || text.startsWith(hint)) return text;
  await writeFile(path, hint + text);
  return hint + text;
}

const names = await readdir(folder, { recursive: true });
await Promise.all(
  names
    .filter((name) => /\.(js|css)$/.test(name))
    .map(async (name) => {
      const path = join(folder, name);
      await writeFile(`${path}.br`, await compress(await finished(path)));
    }),
);
