import { isOnPostgresql } from '@plant-store/db/testing';
import { expect, test, vi } from 'vitest';
import type { Span } from './otlp-receiver.ts';
import { continued, idOf, logged, parentId, startTraced, traceId } from './traced.ts';

/** The span within another; there is one. */
function child(spans: Span[], { spanId }: Span): Span {
  const [only, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  if (!only || others.length > 0) throw new Error(`${others.length + (only ? 1 : 0)} spans within ${spanId}`);
  return only;
}

test('a request goes on with the trace of its caller: the request, within it the procedure, within that the write', async () => {
  const { receiver, ask } = await startTraced();
  const answer = await ask('/plants', continued('01'), { id: 1, name: 'Fern' });
  expect(answer.status).toBe(200);
  const span = await receiver.spanOf(idOf(answer));
  expect(span).toMatchObject({ traceId, parentSpanId: parentId, name: 'POST /plants', kind: 2, status: {} });
  expect(span.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/plants',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'network.protocol.version': '1.1',
    'plant_store.request_id': idOf(answer),
  });
  const procedure = child(receiver.spans, span);
  expect(procedure).toMatchObject({ traceId, name: 'plants.create', kind: 1, attributes: {} });
  const write = child(receiver.spans, procedure);
  expect(write).toMatchObject({ traceId, name: 'store.write', kind: 3 });
  expect(write.attributes['db.system.name']).toBe(isOnPostgresql ? 'postgresql' : 'sqlite');
  if (!isOnPostgresql) {
    expect(write.attributes['plant_store.commit.writes']).toBe(1);
    const seconds = Number(write.endTimeUnixNano - write.startTimeUnixNano) / 1e9;
    expect(write.attributes['plant_store.commit.seconds']).toBeGreaterThan(0);
    expect(write.attributes['plant_store.commit.seconds']).toBeLessThanOrEqual(seconds);
  }
  for (const [outer, inner] of [
    [span, procedure],
    [procedure, write],
  ] as const) {
    expect(inner.endTimeUnixNano - inner.startTimeUnixNano).toBeGreaterThan(0n);
    expect(inner.endTimeUnixNano - inner.startTimeUnixNano).toBeLessThanOrEqual(
      outer.endTimeUnixNano - outer.startTimeUnixNano,
    );
  }
});

test('the log line of a request names its trace', async () => {
  const { receiver, server, ask } = await startTraced();
  const answer = await ask('/plants');
  const span = await receiver.spanOf(idOf(answer));
  expect(span.parentSpanId).toBeUndefined();
  await vi.waitFor(() =>
    expect(logged(server)).toContainEqual(
      expect.objectContaining({ msg: 'request', requestId: idOf(answer), traceId: span.traceId }),
    ),
  );
});

test('what the caller did wrong is no error of the server', async () => {
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

test('each procedure of a tRPC batch is within the request', async () => {
  const { receiver, ask } = await startTraced();
  const batch = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
  const answer = await ask(`/trpc/plants.nextFreeId,plants.nextFreeId?batch=1&input=${batch}`);
  expect(answer.status).toBe(200);
  const span = await receiver.spanOf(idOf(answer));
  expect(span.name).toBe('GET /trpc/:path');
  const names = receiver.spans
    .filter(({ parentSpanId }) => parentSpanId === span.spanId)
    .map(({ name }) => name);
  expect(names).toEqual(['plants.nextFreeId', 'plants.nextFreeId']);
});

test('neither plants, tokens nor addresses are sent', async () => {
  const { receiver, token, ask } = await startTraced();
  await ask('/plants', {}, { id: 4711, name: 'Secretissima', tag: 'Secretissima' });
  await ask('/plants', {}, { id: 4711, name: 'Secretissima' });
  await ask(`/Secretissima/${token}?q=${token}`, { 'user-agent': 'Secretissima' });
  await receiver.spanOf(idOf(await ask('/plants/4711?Secretissima')));
  const sent = receiver.received.map(({ body }) => body).join();
  expect(sent).toContain('/plants/:id');
  expect(sent).not.toMatch(/Secretissima|4711\D|plt_/);
});
