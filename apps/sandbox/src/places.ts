import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFilesIn } from '@plant-store/db';

/** The place of one store. `remove` comes after the store is closed. */
export type Place = { url: string; remove(): Promise<void> };

/** Migrates the store at an address, and adds what it has at its start. */
type Fill = (url: string) => Promise<void>;

/** Gives a function that makes a filled place. Files are copied, which is faster than to fill each. @throws StartError */
export async function preparePlaces(database: string | undefined, fill: Fill): Promise<() => Promise<Place>> {
  if (database !== undefined) return () => schemaIn(database, fill);
  const template = await newFolder();
  await fill(fileIn(template));
  return async () => {
    const folder = await newFolder();
    const remove = () => rm(folder, { recursive: true });
    try {
      await withFilesIn(folder, () => cp(template, folder, { recursive: true }));
      return { url: fileIn(folder), remove };
    } catch (cause) {
      await remove().catch(() => undefined);
      throw cause;
    }
  };
}

const newFolder = () => withFilesIn(tmpdir(), () => mkdtemp(join(tmpdir(), 'store-')));
const fileIn = (folder: string) => `file:${join(folder, 'plants.db')}`;

async function schemaIn(database: string, fill: Fill): Promise<Place> {
  // Only a sandbox on PostgreSQL loads its driver.
  const { createOwnSchema } = await import('@plant-store/db/own-schema');
  let schema: Place | undefined;
  try {
    schema = await createOwnSchema(database, endSandbox);
    await fill(schema.url);
    return schema;
  } catch (cause) {
    await schema?.remove().catch(() => undefined);
    throw cause;
  }
}

/** Without its connection the next sandbox may drop the schema. */
function endSandbox() {
  // Each store has such a connection.
  if (process.exitCode) return;
  process.stderr.write('The PostgreSQL server closed a connection of the sandbox, so the sandbox ends.\n');
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}
