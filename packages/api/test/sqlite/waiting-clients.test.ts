import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { openDatabase, tokens } from '@plant-store/db';
import { newUrl } from '@plant-store/db/testing';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../src/index.ts';

/** A server with a reader timeout of 0.1 s, while another program holds the lock of its store. */
async function heldStore() {
  const databaseUrl = await newUrl();
  const db = await openDatabase(databaseUrl);
  onTestFinished(() => db.close());
  const { value } = await tokens.create(db, { name: 'till', scopes: ['plants:write', 'imports'] });
  const app = createServer({ db, logger: false, readerTimeoutMs: 100 });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.requestTimeout = app.server.headersTimeout = 100;
  const { port } = app.server.address() as AddressInfo;
  const other = new SqliteConnection(databaseUrl.slice('file:'.length));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${value}`, ...headers },
      body,
    });
  return {
    db,
    post,
    /** Waits for the end of a new connection that sends nothing. */
    untilTimeIsOver: async () => void (await once(connect(port, '127.0.0.1').resume(), 'close')),
    letGo: () => void other.exec('COMMIT'),
  };
}

test('200 for a client that waits longer than the request timeout', async () => {
  const { db, post, untilTimeIsOver, letGo } = await heldStore();
  const answer = post('/plants', { 'content-type': 'application/json' }, '{"id":1,"name":"Fern"}');
  await expect.poll(() => db.monitor.queued()).toBe(1);
  await untilTimeIsOver();
  letGo();
  expect((await answer).status).toBe(200);
});

test('an import with progress may pause for longer than the time limits', async () => {
  const { post, untilTimeIsOver, letGo } = await heldStore();
  const answer = await post(
    '/imports',
    { 'content-type': 'text/csv', accept: 'application/x-ndjson' },
    'id,name\n1,Fern\n',
  );
  await untilTimeIsOver();
  letGo();
  expect((await answer.text()).trim().split('\n').at(-1)).toMatch(
    /^\{"result":\{"rows":1,"encoding":"utf-8","created":1,/,
  );
});
