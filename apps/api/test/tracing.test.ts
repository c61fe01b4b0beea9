import { isOnPostgresql } from '@plant-store/db/testing';
import { expect, test } from 'vitest';
import { child, continued, idOf, parentId, startTraced, traceId } from './traced.ts';

test('a request continues the trace of its caller: the request, its procedure, its write', async () => {
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
