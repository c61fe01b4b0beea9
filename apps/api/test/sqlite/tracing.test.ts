import { once } from 'node:events';
import { connect } from 'node:net';
import { rowsOf } from '@plant-store/db/testing';
import { expect, test, vi } from 'vitest';
import { idOf, startTraced } from '../traced.ts';

test('a failure of the server is an error in its trace, down to the statement', async () => {
  const { receiver, project, ask } = await startTraced();
  await rowsOf(`file:${project.path('data/plants.db')}`, 'DROP TABLE plants');
  const answer = await ask('/plants/1');
  expect(answer.status).toBe(500);
  const span = await receiver.spanOf(idOf(answer));
  expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } });
  const procedure = receiver.spans.find(({ parentSpanId }) => parentSpanId === span.spanId);
  expect(procedure).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'internal' } });
  const read = receiver.spans.find(({ parentSpanId }) => parentSpanId === procedure?.spanId);
  expect(read).toMatchObject({ name: 'store.read', status: { code: 2 } });
});

test('a request of a disconnected client is an error in its trace, without a status', async () => {
  const { receiver, server, token } = await startTraced();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.destroy();
  await vi.waitFor(() => {
    const span = receiver.spans.find(({ name }) => name === 'POST /plants');
    expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'aborted' } });
    expect(span?.attributes).not.toHaveProperty('http.response.status_code');
  });
});
