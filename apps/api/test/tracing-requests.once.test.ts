import { expect, test } from 'vitest';
import { child, idOf, startTraced } from './traced.ts';

test('a client error is no error in the trace', async () => {
  const { receiver, server, ask } = await startTraced();
  await ask('/plants', {}, { id: 1, name: 'Fern' });
  const taken = await receiver.spanOf(idOf(await ask('/plants', {}, { id: 1, name: 'Fern' })));
  expect(taken).toMatchObject({ name: 'POST /plants', status: {} });
  expect(taken.attributes['http.response.status_code']).toBe(400);
  expect(child(receiver.spans, taken)).toMatchObject({
    status: {},
    attributes: { 'error.type': 'idTaken' },
  });
  const stranger = await receiver.spanOf(idOf(await fetch(`${server.url}/plants`)));
  expect(stranger.attributes['http.response.status_code']).toBe(401);
  const nowhere = await receiver.spanOf(idOf(await ask('/nowhere')));
  expect(nowhere.name).toBe('GET');
  expect(nowhere.attributes).not.toHaveProperty('http.route');
  for (const { status } of receiver.spans) expect(status.code ?? 0).toBe(0);
});

test('each procedure of a tRPC batch is a span within the span of the request', async () => {
  const { receiver, ask } = await startTraced();
  const batch = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
  const answer = await ask(`/trpc/plants.freeIds,plants.freeIds?batch=1&input=${batch}`);
  expect(answer.status).toBe(200);
  const span = await receiver.spanOf(idOf(answer));
  expect(span.name).toBe('GET /trpc/:path');
  const names = receiver.spans
    .filter(({ parentSpanId }) => parentSpanId === span.spanId)
    .map(({ name }) => name);
  expect(names).toEqual(['plants.freeIds', 'plants.freeIds']);
});

test('a search has a span for its read of the store', async () => {
  const { receiver, ask } = await startTraced();
  const span = await receiver.spanOf(idOf(await ask('/plants?q=fern')));
  const procedure = child(receiver.spans, span);
  expect(child(receiver.spans, procedure)).toMatchObject({ name: 'store.read' });
});

test('spans contain neither plants, tokens nor addresses', async () => {
  const { receiver, token, ask } = await startTraced();
  await ask('/plants', {}, { id: 4711, name: 'Secretissima', tag: 'Secretissima' });
  await ask('/plants', {}, { id: 4711, name: 'Secretissima' });
  await ask(`/Secretissima/${token}?q=${token}`, { 'user-agent': 'Secretissima' });
  await receiver.spanOf(idOf(await ask('/plants/4711?Secretissima')));
  const sent = receiver.received.map(({ body }) => body).join();
  expect(sent).toContain('/plants/:id');
  expect(sent).not.toMatch(/Secretissima|4711\D|plt_/);
});
