import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { plants, sessions, tokens } from '../../src/index.ts';
import { newStore, open } from '../store.ts';
import { newDatabase, rowsOf } from '../testing.ts';

const index = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../src/index.ts')).href);

test.each(['Asia/Tokyo', 'America/St_Johns'])(
  'times are equal for processes in %s and in UTC, for any settings of the server',
  async (zone) => {
    const url = await newDatabase();
    const set = `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET`;
    await rowsOf(url, `${set} timezone = 'Pacific/Auckland'`);
    await rowsOf(url, `${set} datestyle = 'SQL, DMY'`);
    const db = await open(url);
    const expiresAt = new Date('2099-03-04T05:06:07.089Z');
    const { token } = await tokens.create(db, { name: 'clerk', scopes: ['admin'], expiresAt });
    const { secret } = await sessions.create(db, token);

    const digits = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    const script = `
      const { openDatabase, sessions, tokens } = await import(${index});
      const db = await openDatabase(process.argv[1]);
      const made = (await tokens.create(db, { name: 'other', scopes: ['admin'], expiresAt: new Date('${expiresAt.toISOString()}') })).token;
      const found = await sessions.find(db, process.argv[2]);
      process.stdout.write(JSON.stringify({ made, found, offset: new Date(0).getTimezoneOffset() }, ${digits}));
      await db.close();`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script, url, secret], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    const { made, found, offset } = JSON.parse(other.stdout);
    expect(offset).not.toBe(0);
    expect(found).toEqual(JSON.parse(JSON.stringify(token, digits)));
    expect(made.expiresAt).toBe(expiresAt.toISOString());
    const stored = await rowsOf(url, 'SELECT expires_us AS at FROM tokens');
    expect(new Set(stored.map(({ at }) => at)).size).toBe(1);
    expect((await tokens.list(db)).map((listed) => listed.expiresAt)).toEqual([expiresAt, expiresAt]);
    expect(Math.abs(Date.parse(made.createdAt) - Date.now())).toBeLessThan(60_000);
  },
);

test('every query finds a store in a schema other than "public"', async () => {
  const { db, rows } = await newStore();
  expect(await rows('SELECT current_schema() AS name')).not.toEqual([{ name: 'public' }]);
  await plants.create(db, { id: 1n, name: 'Fern' });
  const { value } = await tokens.create(db, { name: 'clerk', scopes: ['admin'] });
  expect(await tokens.find(db, value)).toMatchObject({ name: 'clerk' });
  expect((await plants.list(db, { limit: 1 })).plants).toHaveLength(1);
});

test('the largest and smallest ids and characters above U+FFFF are stored exactly', async () => {
  const { db, rows } = await newStore();
  for (const id of [int64Min, int64Max]) await plants.create(db, { id, name: '🌿👩🏽‍🌾', tag: '𝔉' });
  expect(
    await rows('SELECT id::text, length(name) AS letters, octet_length(tag) AS bytes FROM plants ORDER BY 1'),
  ).toEqual([
    { id: String(int64Min), letters: 5, bytes: 4 },
    { id: String(int64Max), letters: 5, bytes: 4 },
  ]);
});

test('plants get the time of the database, even if the clock of the process differs', async () => {
  const { db, rows } = await newStore();
  const script = (id: bigint) => plants.create(db, { id, name: 'Fern' });
  const [{ before } = {}] = await rows(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS before',
  );
  for (const id of [3n, 1n, 2n]) await script(id);
  const [{ after } = {}] = await rows(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS after',
  );
  const stamps = (await rows('SELECT added_at FROM plants ORDER BY added_at')).map(
    (row) => row.added_at as bigint,
  );
  expect([before, ...stamps, after]).toEqual(
    [before, ...stamps, after].sort((a, b) => Number(BigInt(a as bigint) - BigInt(b as bigint))),
  );
  expect((await plants.list(db, { limit: 3 })).plants.map(({ id }) => id)).toEqual([2n, 1n, 3n]);
});
