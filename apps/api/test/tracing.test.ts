import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPostgresql } from '@plant-store/db/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Span, startReceiver } from './otlp-receiver.ts';
import { freePort, newProject, type Server } from './project.ts';
import { firstToken, send } from './requests.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const continued = (flags: '00' | '01') => ({ traceparent: `00-${traceId}-${parentId}-${flags}` });

async function startTraced(settings: Record<string, string> = {}) {
  const receiver = await startReceiver();
  const project = newProject();
  const server = await project.start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...settings });
  const token = firstToken(project);
  const ask = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
    fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { receiver, server, token, ask };
}

const idOf = (answer: Response) => answer.headers.get('x-request-id');
const logged = (server: Server) =>
  server
    .written()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

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

test('OpenTelemetry’s own variables are heeded: service name, headers, sampler', async () => {
  const { receiver, ask } = await startTraced({
    OTEL_SERVICE_NAME: 'shop',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=value',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const unsampled = await ask('/plants');
  const refused = await ask('/plants', continued('00'));
  await receiver.spanOf(idOf(await ask('/plants', continued('01'))));
  const sampled = receiver.spans.map(({ attributes }) => attributes['plant_store.request_id']);
  expect(sampled).not.toContain(idOf(unsampled));
  expect(sampled).not.toContain(idOf(refused));
  expect(receiver.resources[0]).toMatchObject({
    'service.name': 'shop',
    'deployment.environment.name': 'test',
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(receiver.received[0]?.headers['x-key']).toBe('value');
});

test('SIGTERM sends what is left', async () => {
  const { receiver, server, ask } = await startTraced();
  const answer = await ask('/plants');
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(receiver.spans.map(({ attributes }) => attributes['plant_store.request_id'])).toContain(
    idOf(answer),
  );
});

test('a receiver that is away is logged once, and neither answers nor the end wait for it', async () => {
  const project = newProject();
  const server = await project.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    // Short, for the attempts to end within this test.
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  const isReported = ({ msg }: { msg: string }) => /^traces could not be sent/.test(msg);
  const begun = performance.now();
  const answered: number[] = [];
  await vi.waitFor(
    async () => {
      answered.push((await send(`${server.url}/plants`, firstToken(project))).status);
      expect(logged(server).some(isReported)).toBe(true);
      expect(performance.now() - begun).toBeGreaterThan(5_000);
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(new Set(answered)).toEqual(new Set([200]));
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(logged(server).filter(isReported)).toEqual([expect.objectContaining({ level: 40 })]);
});

test('a receiver that never answers holds up the end for 2 s at most', async () => {
  const receiver = await startReceiver({ isMute: true });
  const project = newProject();
  const server = await project.start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const answer = await send(`${server.url}/plants`, firstToken(project));
  await receiver.spanOf(idOf(answer));
  expect((await send(`${server.url}/plants`, firstToken(project))).status).toBe(200);
  const begun = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
  // It would be 10 s by OpenTelemetry's own limit.
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test.each([
  ['only where it is asked for', false],
  ['where it is asked for', true],
])('what traces is loaded %s', async (_when, isTraced) => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-loaded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  const server = await newProject().start({
    // Node leaves a list of all that it loaded.
    NODE_V8_COVERAGE: folder,
    ...(isTraced ? { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } : {}),
  });
  server.child.kill('SIGTERM');
  expect((await server.ended).exitCode).toBe(0);
  const [report = ''] = readdirSync(folder);
  const loaded = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { result: { url: string }[] };
  const urls = loaded.result.map(({ url }) => url);
  expect(urls.some((url) => url.endsWith('/packages/api/src/server.ts'))).toBe(true);
  expect(urls.some((url) => /@opentelemetry\/(sdk|exporter|resources)|\/tracing\.ts$/.test(url))).toBe(
    isTraced,
  );
});
