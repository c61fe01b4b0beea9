import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { rowsOf } from '@plant-store/db/testing';
import { startPostgresql } from '@plant-store/engine/testing/postgresql';
import { expect, onTestFinished, test } from 'vitest';
import { isRoot, mountDisk } from '../disk.ts';
import { newProject } from '../project.ts';
import { add, send } from '../requests.ts';

const token = 'a-token-of-the-environment-for-full-disks';

/** A database with its tables and indexes on a separate disk, without the server's log. */
async function databaseOn(folder: string) {
  const server = await startPostgresql();
  onTestFinished(server.remove);
  const place = `${folder}/tables`;
  mkdirSync(place);
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  chownSync(place, id('-u'), id('-g'));
  await rowsOf(server.url(), `CREATE TABLESPACE small LOCATION '${place}'`);
  await rowsOf(server.url(), 'CREATE DATABASE shop TABLESPACE small');
  return server.url('shop');
}

test.runIf(isRoot)(
  '503 while the disk of the database is full; reads succeed, and writes resume with space',
  async () => {
    const disk = mountDisk(64 * 1024 * 1024);
    const url = await databaseOn(disk.folder);
    const settings = { DATABASE_URL: url, PLANT_STORE_TOKEN: token, LOG_LEVEL: 'silent' };
    const server = await newProject().start(settings);
    expect((await add(server, token, 1)).status).toBe(200);
    disk.fill();
    const stored = [1];
    let refused: Awaited<ReturnType<typeof add>> | undefined;
    // The existing pages still have space.
    for (let id = 2; !refused; id++) {
      const answer = await add(server, token, id);
      if (answer.status === 200) stored.push(id);
      else refused = answer;
    }
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: '5',
      message: 'the database could not complete this; nothing was stored, try again in a few seconds',
    });
    expect((await send(`${server.url}/plants/1`, token)).status).toBe(200);
    disk.free();
    const next = stored.length + 1;
    expect((await add(server, token, next)).status).toBe(200);
    expect((await rowsOf(url, 'SELECT id FROM plants ORDER BY id')).map(({ id }) => Number(id))).toEqual([
      ...stored,
      next,
    ]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
);
