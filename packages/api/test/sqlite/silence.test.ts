import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { openDatabase, tokens } from '@plant-store/db';
import { newUrl } from '@plant-store/db/testing';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../src/index.ts';

test('a client that waits for its answer longer than one may be silent is given it', async () => {
  const databaseUrl = await newUrl();
  const db = await openDatabase(databaseUrl);
  onTestFinished(() => db.close());
  const { value } = await tokens.create(db, { name: 'till', scopes: ['plants:write'] });
  const app = createServer({ db, logger: false });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.timeout /= 1_200;
  const { port } = app.server.address() as AddressInfo;
  const other = new SqliteConnection(databaseUrl.slice('file:'.length));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');

  const answer = fetch(`http://127.0.0.1:${port}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
    body: '{"id":1,"name":"Fern"}',
  });
  await expect.poll(() => db.monitor.queued()).toBe(1);
  // One that begins now, and says nothing, is ended before.
  const silent = connect(port, '127.0.0.1').resume();
  await once(silent, 'close');
  other.exec('COMMIT');
  expect((await answer).status).toBe(200);
});
