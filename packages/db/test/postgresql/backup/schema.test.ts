import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseAddress } from '@plant-store/engine';
import { connect } from '@plant-store/engine/postgresql/connection';
import { expect, onTestFinished, test } from 'vitest';
import { backups, plants, restore } from '../../../src/index.ts';
import { plantsIn, quietly } from '../../backups.ts';
import { newFolder, open } from '../../store.ts';
import { oncePerFile, rowsOf } from '../../testing.ts';
import { databases, sqlOnServer, urlOnServer, useServerWithDump } from './backups.ts';

useServerWithDump();

const fern = { id: 1n, name: 'Fern' };
const moss = { id: 2n, name: 'Moss' };

/** A database with stores in two schemas, each with a plant, and a backup of the first one. */
const made = oncePerFile(async (atEnd) => {
  const name = `plants_${randomUUID().slice(0, 8)}`;
  await sqlOnServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const urlOf = (schema: string, database = name) =>
    `${urlOnServer(database)}?schema=${encodeURIComponent(schema)}`;
  const [a, b] = [urlOf('Shop A'), urlOf('shop_b')];
  const [one, other] = [await open(a, atEnd), await open(b, atEnd)];
  await plants.create(one, fern);
  await plants.create(other, moss);
  const folder = join(newFolder(atEnd), 'backups');
  const { record } = await backups.create(a, { folder, onProgress: quietly });
  return { name, urlOf, a, b, one, other, folder, record };
});

const schemasOf = async (name: string) =>
  (
    await rowsOf(
      urlOnServer(name),
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`,
    )
  ).map(({ name }) => String(name));

test('a restore of a whole database is refused if it would take away the tables of other schemas', async () => {
  const { name, folder, record } = await made();
  const copy = `${name}_copy`;
  await sqlOnServer(`CREATE DATABASE ${copy} TEMPLATE template0`);
  await rowsOf(urlOnServer(copy), 'CREATE SCHEMA other; CREATE TABLE other.plants (id BIGINT)');
  await expect(restore(urlOnServer(copy), folder, record.name, quietly)).rejects.toThrow(
    /has tables in other schemas too \(such as other\.plants\), .* add schema=public to the address, .* Nothing was changed\.$/,
  );
});

test('a backup of another schema than that of the address is refused with the way out, which works', async () => {
  const { name, urlOf, folder, record } = await made();
  const place = `${name}_new`;
  await expect(restore(urlOnServer(place), folder, record.name, quietly)).rejects.toThrow(
    /^The backup is of the schema "Shop A", and the address leads to the schema "public"; add .* schema=Shop%20A\. Nothing was changed\.$/,
  );
  expect(await databases()).not.toContain(place);
  await restore(urlOf('public', place), folder, record.name, quietly);
  expect(await plantsIn(urlOf('public', place))).toEqual([fern]);
});

test('a store is restored alone, and the old one kept, while the store of another schema is in use', async () => {
  const { name, urlOf, a, b, one, other, folder, record } = await made();
  // The number of backups to keep counts for each store.
  expect(record.store).toMatch(/\?schema=Shop%20A$/);
  await plants.create(one, moss);
  for (const url of [a, `${a}&application_name=restore`])
    await expect(restore(url, folder, record.name, quietly)).rejects.toThrow(/is in use: stop the programs/);
  await one.close();
  const { movedTo = '' } = await restore(a, folder, record.name, quietly);
  expect(movedTo).toMatch(/^Shop A_before_restore_/);
  expect(await plantsIn(a)).toEqual([fern]);
  expect(await plantsIn(urlOf(movedTo))).toEqual([fern, moss]);
  await plants.create(other, { id: 3n, name: 'Aloe' });
  expect(await plantsIn(b)).toEqual([moss, { id: 3n, name: 'Aloe' }]);
  expect(await schemasOf(name)).toEqual(['Shop A', movedTo, 'public', 'shop_b']);
  expect((await databases()).filter((database) => /scratch|before_restore/.test(database))).toEqual([]);
});

test('a connection of another user counts as a use, although the server hides its kind', async () => {
  const [name, role] = [`plants_${randomUUID().slice(0, 8)}`, `keeper_${randomUUID().slice(0, 8)}`];
  const guest = `${role}_guest`;
  await sqlOnServer(
    `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD 'x'; CREATE ROLE ${guest} LOGIN PASSWORD 'x'`,
  );
  await sqlOnServer(`CREATE DATABASE ${name} OWNER ${role} TEMPLATE template0`);
  const urlAs = (username: string) =>
    `${Object.assign(new URL(urlOnServer(name)), { username, password: 'x' }).href}?schema=shop`;
  const url = urlAs(role);
  await (await open(url)).close();
  const folder = join(newFolder(), 'backups');
  const { record } = await backups.create(url, { folder, onProgress: quietly });
  const client = await connect(parseAddress(urlAs(guest)));
  onTestFinished(() => client.end());
  await expect(restore(url, folder, record.name, quietly)).rejects.toThrow(/is in use: stop the programs/);
});
