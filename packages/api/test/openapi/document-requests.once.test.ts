import { tokens, webhooks } from '@plant-store/db';
import { parseJson } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Store, startStore } from '../store.ts';
import { requestsTo, type Sent } from './document-requests.ts';
import { type Operation, readServedDocument } from './served-document.ts';

const seed = Number(process.env.DOCUMENT_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** An import starts a thread, and is as slow as ten other requests. */
const requestsEach = ({ operationId }: Operation) => (operationId === 'importPlants' ? 6 : 20);
/** The maximum number of batches for an operation to succeed once. */
const batchesMax = 40;

test(`valid requests get declared answers, and no 400 (DOCUMENT_SEED=${seed})`, async () => {
  const store = await startStore({ limits: { reads: 100_000, writes: 100_000 } });
  const known = await fill(store);
  const document = await readServedDocument(store.url);
  const keys = new Set<string>();
  const faults = new Set<string>();
  for (const operation of document.operations) {
    const requests = requestsTo(operation, document.resolve);
    let succeeded = false;
    for (let batch = 0; batch < batchesMax && !succeeded; batch++)
      for (const sent of fc.sample(requests, { seed: seed + batch, numRuns: requestsEach(operation) })) {
        const path = operation.path.replace('{id}', () => idFor(operation.path, sent, known));
        const answer = await store.send(path + sent.query, {
          method: operation.method,
          headers: withNewKey(sent.headers, keys),
          ...(sent.body !== undefined && { body: sent.body }),
        });
        succeeded ||= answer.ok;
        const fault = await (answer.status === 400 && !isExpected(await answer.clone().text(), sent)
          ? answer.text()
          : document.faultOf(operation, answer));
        if (fault) faults.add(`${operation.method} ${operation.path}: ${fault.slice(0, 300)}`);
      }
    if (!succeeded) faults.add(`${operation.method} ${operation.path} never succeeds`);
  }
  expect([...faults]).toEqual([]);
});

/** Expected refusals: taken ids, names and URLs, an eleventh webhook, invented cursors, and files that are no plants or have other columns. */
function isExpected(answer: string, { query, body = '' }: Sent): boolean {
  const { error, message, detail = message } = JSON.parse(answer);
  const isExample = /^(id[,\t]|\{"id")/.test(body) && !/Column=|format=/.test(query);
  return (
    error === 40004 ||
    / already exists; |webhooks? already, /.test(detail) ||
    (error === 40005 && !isExample) ||
    (/[?&](cursor|after)=/.test(query) && /^(cursor|after) is /.test(detail))
  );
}

type Known = { receipts: bigint[]; tokens: string[]; webhooks: string[] };

/** Adds plants with the ids that requests use often; gives the ids of some receipts, of a token and of a webhook. */
async function fill({ send, db }: Store): Promise<Known> {
  const post = (path: string, body: string, type = 'application/json') =>
    send(path, { method: 'POST', headers: { 'content-type': type }, body });
  for (let first = 1; first <= 60; first += 10) {
    const plants = Array.from({ length: 10 }, (_, index) => ({
      id: first + index,
      name: 'Fern',
      tag: 'shade',
    }));
    await post('/plants/bulk', JSON.stringify({ plants }));
  }
  await post('/imports', 'id,name\n61,Moss\nx,y\n', 'text/csv');
  const receipts = parseJson(await (await send('/receipts')).text()) as { id: bigint }[];
  const { token } = await tokens.create(db, { name: 'spare', scopes: ['imports'] });
  const { webhook } = await webhooks.create(db, { url: 'https://shop.example/', secret: '' });
  return { receipts: receipts.map(({ id }) => id), tokens: [token.id], webhooks: [webhook.id] };
}

/** A receipt can be undone only once. */
function idFor(path: string, { id }: Sent, { receipts, tokens, webhooks }: Known): string {
  if (path.startsWith('/tokens/')) return /^[0-7]/.test(id) ? String(tokens[0]) : id;
  if (path.startsWith('/webhooks/')) return webhooks.pop() ?? id;
  if (!/^\/(receipts|imports)\//.test(path) || BigInt(id) % 2n === 0n) return id;
  if (!path.endsWith('/undo')) return String(receipts[0]);
  return String(receipts.length > 1 ? receipts.pop() : id);
}

/** The idempotency keys of two requests differ. */
function withNewKey({ 'Idempotency-Key': key, ...headers }: Record<string, string>, keys: Set<string>) {
  if (key === undefined || keys.has(key)) return headers;
  keys.add(key);
  return { ...headers, 'Idempotency-Key': key };
}
