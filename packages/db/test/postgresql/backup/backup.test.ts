import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, restore, tokens } from '../../../src/index.ts';
import { extremes, flipped, quietly, verdicts } from '../../backups.ts';
import { newFolder, open } from '../../store.ts';
import { rowsOf } from '../../testing.ts';
import { databases, storeToBackUp, useServerWithDump } from './backups.ts';

useServerWithDump();

test('a backup during writes is consistent; it is proven in a scratch database, which is then removed', async () => {
  const { db, url, urlOf, folder, take } = await storeToBackUp();
  await tokens.create(db, { name: 'clerk', scopes: ['admin'] });
  let isOver = false;
  const writing = (async () => {
    for (let n = 1; !isOver; n++)
      await rowsOf(
        url,
        `INSERT INTO plants (id, name, tag, added_at) VALUES (${n}, 'Twin', NULL, 1), (${-n}, 'Twin', NULL, 1)`,
      );
  })();
  const { record } = await take();
  isOver = true;
  await writing;
  expect(record).toMatchObject({
    engine: 'postgresql',
    verdict: 'proven',
    tables: expect.arrayContaining([expect.objectContaining({ name: 'tokens', count: 1 })]),
  });
  expect(record.store).not.toContain('correct-horse');
  expect(readdirSync(folder).sort()).toEqual([record.file, `${record.name}.json`]);
  expect((await databases()).filter((one) => one.startsWith('plant_store_scratch'))).toEqual([]);
  const place = urlOf(`copy_${randomUUID().slice(0, 8)}`);
  await restore(place, folder, record.name, quietly);
  const [{ n, sum } = {}] = await rowsOf(
    place,
    `SELECT count(*) AS n, sum(id) AS sum FROM plants WHERE name = 'Twin'`,
  );
  expect([n, sum ?? '0']).toEqual([BigInt(record.tables[0]?.count ?? 0) - BigInt(extremes.length), '0']);
});

test('a store has the same counts and hashes on PostgreSQL and on SQLite', async () => {
  const { db, url, take } = await storeToBackUp();
  await tokens.create(db, {
    name: 'clerk',
    scopes: ['admin'],
    expiresAt: new Date('2100-01-01T00:00:00.070Z'),
  });
  await tokens.create(db, { name: 'Aé', scopes: ['admin'] });
  await tokens.create(db, { name: 'b', scopes: ['admin'] });
  await tokens.revoke(db, { name: 'b' });
  for (const id of ['a', 'B', 'ä'])
    await rowsOf(
      url,
      `INSERT INTO tokens (id, name, hash, scope, created_us, actor_id) VALUES ('${id}', '${id}', '${id}', 'admin', 1767268800500000, 0)`,
    );
  const { record } = await take();
  const path = join(newFolder(), 'plants.db');
  const sqlite = await open(`file:${path}`);
  for (const table of ['plants', 'actors', 'tokens'])
    for (const row of await rowsOf(url, `SELECT * FROM ${table}`)) {
      // Only PostgreSQL has timestamp columns of tokens, for the previous version.
      const ofBefore = /^(created|expires|revoked|last_used)_at$|^previous_until$/;
      const kept = Object.entries(row).filter(([name]) => !ofBefore.test(name));
      const names = kept.map(([name]) => `"${name}"`);
      const values = kept.map(([, value]) =>
        value === null
          ? 'NULL'
          : typeof value === 'bigint'
            ? value === -(2n ** 63n)
              ? '(-9223372036854775807 - 1)'
              : String(value)
            : `'${String(value).replaceAll("'", "''")}'`,
      );
      await rowsOf(`file:${path}`, `INSERT INTO ${table} (${names.join()}) VALUES (${values.join()})`);
    }
  await sqlite.close();
  const other = await backups.create(`file:${path}`, {
    folder: join(newFolder(), 'backups'),
    onProgress: quietly,
  });
  expect(other.record.tables).toEqual(record.tables);
});

test('a flipped bit in a backup is found, and an intact backup is proven again', async () => {
  const { url, folder, take } = await storeToBackUp();
  const { record } = await take();
  expect((await backups.verify(url, folder, record.name, quietly)).verdict).toBe('proven');
  const path = join(folder, record.file);
  const whole = readFileSync(path);
  for (let i = 0; i < 10; i++) {
    const offset = Math.floor(Math.random() * whole.length);
    writeFileSync(path, flipped(whole, offset));
    expect(await verdicts(folder), `byte ${offset}`).toEqual(['damaged']);
    expect((await backups.verify(url, folder, record.name, quietly)).verdict, `byte ${offset}`).toBe(
      'damaged',
    );
  }
});
