// API10:2023 Unsafe Consumption of APIs. The store calls the receivers of webhooks, of whose answers it uses the status
// alone: test/webhooks has receivers that answer without end. It validates the content of its database and of files that
// others may have changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSender, startDelivery } from '../../src/index.ts';
import { startStore } from '../store.ts';
import { certify } from '../webhooks/certificates.ts';
import { knownAuthority, startReceiver } from '../webhooks/receiver.ts';
import { ask } from './callers.ts';

const root = join(import.meta.dirname, '../../../..');

/**
 * Only the first two send requests to other servers: traces, if an operator sets OTEL_EXPORTER_OTLP_ENDPOINT, and
 * webhooks, to the addresses that the third one resolves and judges. The last one is a file for clients, which the server
 * does not run.
 */
const senders = [
  'apps/api/src/process/tracing.ts',
  'packages/api/src/webhooks/send.ts',
  'packages/api/src/webhooks/addresses.ts',
  'packages/api/src/openapi/exact-fetch.js',
];

test('only traces and webhooks can connect to another server', () => {
  const folders = [
    'packages/api/src',
    'packages/db/src',
    'packages/engine/src',
    'packages/backup/src',
    'packages/http/src',
    'packages/schema/src',
    'packages/plant-files/src',
    'apps/api/src',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?[jt]s$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(150);
  const calls =
    /\bfetch\(|new WebSocket|(from |import\()'(node:)?(https?|http2|tls|dgram|dns|axios|undici|got|nodemailer|ws)\b/;
  const calling = files.filter((file) =>
    calls.test(
      readFileSync(join(root, file), 'utf8').replaceAll(
        /^import (type )?\{ type [^,}]+\} .*$|^import type .*$/gm,
        '',
      ),
    ),
  );
  expect(calling.filter((file) => !senders.includes(file))).toEqual([]);
});

test('of a receiver the list of webhooks shows the status, or why there is none, and nothing that it sent', async () => {
  const { send, post, db } = await startStore();
  const taken: string[] = [];
  const receivers = await Promise.all([
    startReceiver(async (request, response) => {
      taken.push((await request.toArray()).join(''));
      response.end();
    }),
    startReceiver((_request, response) => {
      response.writeHead(500, { 'x-told': 'told' }).end('told'.repeat(10_000));
    }),
    startReceiver((_request, response) => {
      response.writeHead(307, { location: 'https://127.0.0.1/told' }).end();
    }),
    startReceiver(({ socket }) => socket.end('told')),
    startReceiver(
      (_request, response) => response.end(),
      await certify(knownAuthority, ['hooks.example'], [-2, -1]),
    ),
  ]);
  const headers = { 'content-type': 'application/json' };
  for (const { url } of receivers)
    await send('/webhooks', { method: 'POST', headers, body: JSON.stringify({ url }) });
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const warn = vi.fn();
  onTestFinished(
    startDelivery(db, {
      send: createSender({ allow: ['127.0.0.1'], lookup }),
      log: { info: vi.fn(), warn: vi.fn() },
      warn,
    }),
  );
  await post('{"id":9007199254740993,"name":"Fern"}');
  await vi.waitFor(async () => {
    const text = await (await send('/webhooks')).text();
    expect((JSON.parse(text) as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      null,
      'the receiver answered 500',
      'the receiver answered 307, and redirects are not followed',
      'the answer is not HTTP',
      'the certificate has expired',
    ]);
    expect(text).not.toContain('told');
  });
  await vi.waitFor(() => expect(taken).toEqual(['{"id":9007199254740993,"name":"Fern"}']));
  expect(warn.mock.calls).toEqual([]);
});

test('a token with a manipulated row gets no more permissions, and no answer contains the row', async () => {
  const { url, tokenFor, rows, post } = await startStore();
  await post({ id: 1, name: 'Fern' });
  const broken = ['root', 'plants:read root', 'admin,plants:read', '', 'ADMIN', '*', 'admin x'];
  for (const [index, scope] of broken.entries()) {
    const value = await tokenFor('plants:read');
    await rows(`UPDATE "tokens" SET "scope" = '${scope}' WHERE "name" = 'test ${index + 1}'`);
    const answer = await ask(`${url}/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
      body: '{"id":2,"name":"Moss"}',
    });
    expect([scope, [401, 403, 500].includes(answer.status)]).toEqual([scope, true]);
    expect(answer.text).not.toMatch(/root|zod|invalid_value|ADMIN/);
  }
  expect(await rows('SELECT id FROM plants')).toHaveLength(1);
});
