import { join } from 'node:path';
import { prepareSqliteFile } from '@plant-store/engine/sqlite/file';
import { describe, expect, test } from 'vitest';
import { sqliteFiles } from '../../src/core/models.ts';
import { sessions, tokens } from '../../src/index.ts';
import { promote } from '../../src/promotion.ts';
import { hashOf } from '../../src/tokens/secrets.ts';
import { migrated, migrationsBefore, migrationsFolder } from '../migrations.ts';
import { emptyStore, newFolder, open } from '../store.ts';
import { isOnPostgresql, newDatabase, rowsOf } from '../testing.ts';

// Migration 0012 converted the times of tokens and sessions from texts or timestamps to microseconds.

const secret = 'a'.repeat(43);
const text = (date: Date) => `'${date.toISOString().replace('Z', isOnPostgresql ? '' : '+00:00')}'`;
const at = {
  created: new Date('2026-01-02T03:04:05.007Z'),
  expires: new Date('2099-12-31T23:59:59.999Z'),
  revoked: new Date('2026-02-03T04:05:06.000Z'),
  used: new Date('1969-12-31T23:59:59.001Z'),
  previous: new Date('2026-03-04T05:06:07.890Z'),
};

const rowsBefore = [
  `INSERT INTO actors (id, kind, name) VALUES (1, 'token', 'till'), (2, 'token', 'old')`,
  `INSERT INTO tokens (id, name, hash, scope, created_at, expires_at, last_used_at, last_used_from, previous_hash, previous_until, actor_id)
   VALUES ('a', 'till', 'h1', 'admin', ${text(at.created)}, ${text(at.expires)}, ${text(at.used)}, '::1', 'h0', ${text(at.previous)}, 1)`,
  `INSERT INTO tokens (id, name, hash, scope, created_at, revoked_at, actor_id)
   VALUES ('b', 'old', 'h2', 'plants:read', ${text(at.expires)}, ${text(at.revoked)}, 2)`,
  `INSERT INTO sessions (hash, token_id, created_at, expires_at)
   VALUES ('${hashOf(secret)}', 'a', ${text(at.created)}, ${text(at.expires)})`,
];

const tokensAfter = [
  {
    id: 'a',
    createdAt: at.created,
    expiresAt: at.expires,
    revokedAt: null,
    lastUsedAt: at.used,
    previousUntil: at.previous,
  },
  {
    id: 'b',
    createdAt: at.expires,
    expiresAt: null,
    revokedAt: at.revoked,
    lastUsedAt: null,
    previousUntil: null,
  },
];

async function expectKept(url: string) {
  const db = await open(url);
  expect(await tokens.list(db)).toMatchObject(tokensAfter);
  expect(await sessions.find(db, secret)).toMatchObject({ id: 'a', expiresAt: at.expires });
}

test('tokens and sessions of an older store keep their times to the millisecond', async () => {
  const url = await migrated(migrationsBefore('0012'));
  for (const statement of rowsBefore) await rowsOf(url, statement);
  await expectKept(url);
  expect(await rowsOf(url, `SELECT "expires_us" FROM "sessions"`)).toEqual([
    { expires_us: BigInt(at.expires.getTime()) * 1_000n },
  ]);
});

test.runIf(isOnPostgresql)(
  'tokens and sessions of an older SQLite store keep their times when it is promoted',
  async () => {
    const path = join(newFolder(), 'plants.db');
    const url = await newDatabase();
    const migrations = migrationsFolder(migrationsBefore('0012', 'sqlite'));
    await prepareSqliteFile(path, { ...sqliteFiles, migrations });
    for (const statement of rowsBefore) await rowsOf(`file:${path}`, statement);
    await promote(path, url, { onProgress: () => undefined, signal: new AbortController().signal });
    await expectKept(url);
  },
);

describe.runIf(isOnPostgresql)('a process of the previous version on a migrated store', () => {
  test('continues with its tokens, and this version reads its writes', async () => {
    const { db, rows } = await emptyStore();
    for (const statement of rowsBefore) await rows(statement);
    expect(await tokens.list(db)).toMatchObject(tokensAfter);
    expect(await sessions.find(db, secret)).toMatchObject({ id: 'a' });
    await rows(
      `UPDATE tokens SET revoked_at = ${text(at.revoked)}, last_used_at = ${text(at.created)} WHERE id = 'a'`,
    );
    expect((await tokens.list(db))[0]).toMatchObject({
      ...tokensAfter[0],
      revokedAt: at.revoked,
      lastUsedAt: at.created,
    });
  });

  test('reads the writes of this version', async () => {
    const { db, rows } = await emptyStore();
    const { token } = await tokens.create(db, { name: 'till', scopes: ['admin'], expiresAt: at.expires });
    await sessions.create(db, token);
    const overlapUntil = new Date(Date.now() + 60_000);
    await tokens.rotate(db, token.id, { overlapUntil, expiresAt: null });
    await tokens.recordUse(db, token.id, '::1', new Date());
    await tokens.revoke(db, { id: token.id });
    const [now] = await tokens.list(db);
    // pg reads a time without a zone in the zone of this process.
    const inUtc = (column: string) => `${column} AT TIME ZONE 'UTC' AS "${column}"`;
    const columns = ['created_at', 'expires_at', 'revoked_at', 'last_used_at', 'previous_until'];
    expect(await rows(`SELECT ${columns.map(inUtc).join()} FROM tokens`)).toEqual([
      {
        created_at: now?.createdAt,
        expires_at: null,
        revoked_at: now?.revokedAt,
        last_used_at: now?.lastUsedAt,
        previous_until: overlapUntil,
      },
    ]);
    expect(await rows(`SELECT ${inUtc('expires_at')} FROM sessions`)).toHaveLength(1);
  });
});
