import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

// Writes a Brotli copy of each script and style of the build; src/server/compressed-assets.ts serves the copies.
const folder = join(import.meta.dirname, '.next/static');
const compress = promisify(brotliCompress);
const names = await readdir(folder, { recursive: true });
await Promise.all(
  names
    .filter((name) => /\.(js|css)$/.test(name))
    .map(async (name) => {
      const path = join(folder, name);
      await writeFile(`${path}.br`, await compress(await readFile(path)));
    }),
);
