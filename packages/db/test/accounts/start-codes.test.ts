import { expect, test } from 'vitest';
import { people, startCodes } from '../../src/index.ts';
import { newStore } from '../store.ts';

const account = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  passwordHash: `hash of ${name}`,
});
const notFound = { code: 'notFound' };

async function storeWithCode() {
  const store = await newStore();
  const code = (await startCodes.create(store.db)) ?? '';
  return { ...store, code };
}

test('a start code makes one owner, and then no longer works', async () => {
  const { db, code } = await storeWithCode();
  await startCodes.assertOpen(db, code);
  expect(await startCodes.createOwner(db, code, account('Ann'))).toMatchObject({ role: 'owner' });
  await expect(startCodes.assertOpen(db, code)).rejects.toMatchObject(notFound);
  await expect(startCodes.createOwner(db, code, account('Ben'))).rejects.toMatchObject({
    code: 'badRequest',
  });
});

test('a start code makes only one owner for two concurrent browsers', async () => {
  const { db, code } = await storeWithCode();
  const made = await Promise.allSettled(
    ['Ann', 'Ben', 'Cem'].map((name) => startCodes.createOwner(db, code, account(name))),
  );
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await people.list(db)).toHaveLength(1);
});

test('a start code cannot be used again after its owner is deactivated', async () => {
  const { db, rows, code } = await storeWithCode();
  await startCodes.createOwner(db, code, account('Ann'));
  await rows('UPDATE people SET deactivated_at = 1');
  await expect(startCodes.createOwner(db, code, account('Ben'))).rejects.toMatchObject(notFound);
});

test('a start code expires after 15 minutes by the clock of the database', async () => {
  const { db, rows, code } = await storeWithCode();
  const [secret] = await rows(`SELECT value FROM secrets WHERE name = 'start-code'`);
  const [expiresAt = '', hash] = String(secret?.value).split(' ');
  const setAgo = (minutes: number) => {
    const microseconds = BigInt(expiresAt) - BigInt(minutes) * 60_000_000n;
    return rows(`UPDATE secrets SET value = '${microseconds} ${hash}' WHERE name = 'start-code'`);
  };
  // Five of the ten minutes remain, enough on a slow machine.
  await setAgo(5);
  await startCodes.assertOpen(db, code);
  await setAgo(15);
  await expect(startCodes.assertOpen(db, code)).rejects.toMatchObject(notFound);
  await expect(startCodes.createOwner(db, code, account('Ann'))).rejects.toMatchObject(notFound);
  expect(await people.hasOwner(db)).toBe(false);
});

test('a new start code replaces the previous code', async () => {
  const { db, code } = await storeWithCode();
  const next = (await startCodes.create(db)) ?? '';
  await expect(startCodes.createOwner(db, code, account('Ann'))).rejects.toMatchObject(notFound);
  await startCodes.createOwner(db, next, account('Ann'));
});

test('a start code stays valid if its account cannot be made', async () => {
  const { db, rows, code } = await storeWithCode();
  await people.createOwner(db, account('Ann'));
  await rows('UPDATE people SET deactivated_at = 1');
  const next = (await startCodes.create(db)) ?? code;
  await expect(startCodes.createOwner(db, next, account('Ann'))).rejects.toMatchObject({
    code: 'invalidField',
  });
  await startCodes.createOwner(db, next, account('Ben'));
});

test('a store with an owner makes no start code', async () => {
  const { db, rows } = await newStore();
  await people.createOwner(db, account('Ann'));
  expect(await startCodes.create(db)).toBeUndefined();
  expect(await rows(`SELECT 1 FROM secrets WHERE name = 'start-code'`)).toEqual([]);
});

test('the database keeps only the hash of a start code', async () => {
  const { rows, code } = await storeWithCode();
  const [secret] = await rows(`SELECT value FROM secrets WHERE name = 'start-code'`);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(String(secret?.value)).toMatch(/^\d{16} [0-9a-f]{64}$/);
  expect(String(secret?.value)).not.toContain(code);
});
