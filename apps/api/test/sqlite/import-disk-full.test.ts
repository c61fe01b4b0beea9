import { expect, test } from 'vitest';
import { isRoot, mountDisk } from '../disk.ts';
import { newProject } from '../project.ts';
import { add } from '../requests.ts';

const token = 'a-token-of-the-environment-for-full-disks';
const settings = { PLANT_STORE_TOKEN: token, LOG_LEVEL: 'fatal' };
const fileOf = (rows: number) =>
  `id,name\n${Array.from({ length: rows }, (_, id) => `${id},${'Fern '.repeat(20)}${id}\n`).join('')}`;

test.runIf(isRoot)(
  'an import without enough disk space is refused, stores nothing, and frees its space',
  async () => {
    const disk = mountDisk(16 * 1024 * 1024);
    const server = await newProject().start({ ...settings, DATABASE_URL: `file:${disk.path('plants.db')}` });
    const importFile = async (rows: number) => {
      const answer = await fetch(`${server.url}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: fileOf(rows),
      });
      return { status: answer.status, body: (await answer.json()) as { message?: string; created?: number } };
    };
    const refused = await importFile(200_000);
    expect(refused.status).toBe(503);
    expect(refused.body.message).toMatch(/^the disk of the database is full; nothing was stored/);
    // A smaller import fits on the disk afterwards.
    expect(await importFile(5_000)).toMatchObject({ status: 200, body: { created: 5_000 } });
    expect((await add(server, token, -1)).status).toBe(200);
  },
);
