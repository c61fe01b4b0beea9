import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from './otlp-receiver.ts';
import { newProject } from './project.ts';
import { firstToken, send } from './requests.ts';
import { continued, idOf, logged, startTraced } from './traced.ts';

test("OpenTelemetry's own variables are used: service name, headers, sampler", async () => {
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

test('SIGTERM sends the remaining spans, and the log line of a request names its trace', async () => {
  const receiver = await startReceiver();
  const project = newProject();
  const server = await project.start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const requestId = idOf(await send(`${server.url}/plants`, firstToken(project)));
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
  const span = receiver.spans.find(({ attributes }) => attributes['plant_store.request_id'] === requestId);
  expect(span).toMatchObject({ name: 'GET /plants' });
  expect(span?.parentSpanId).toBeUndefined();
  expect(logged(server)).toContainEqual(
    expect.objectContaining({ msg: 'request', requestId, traceId: span?.traceId }),
  );
});

test('an unreachable receiver is logged once, and delays neither answers nor the end', async () => {
  const project = newProject();
  let attempts = 0;
  const receiver = createServer((socket) => {
    attempts++;
    socket.destroy();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => void receiver.close());
  const server = await project.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    // The time is short, so that the attempts end within this test.
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  const isReported = ({ msg }: { msg: string }) => /^traces could not be sent/.test(msg);
  const reports = () => logged(server).filter(isReported);
  const attemptAgain = async () => {
    const before = attempts;
    expect((await send(`${server.url}/plants`, firstToken(project))).status).toBe(200);
    await expect.poll(() => attempts).toBeGreaterThan(before);
  };
  await attemptAgain();
  await expect.poll(reports).toHaveLength(1);
  // An attempt begins only after the previous one has failed.
  await attemptAgain();
  await attemptAgain();
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(reports()).toEqual([expect.objectContaining({ level: 40 })]);
});

test('a receiver that never answers does not keep the server from ending', async () => {
  const receiver = await startReceiver({ isMute: true });
  const project = newProject();
  const server = await project.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    // OpenTelemetry's own limits are longer than this test.
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    OTEL_BSP_EXPORT_TIMEOUT: '600000',
  });
  const answer = await send(`${server.url}/plants`, firstToken(project));
  await receiver.spanOf(idOf(answer));
  expect((await send(`${server.url}/plants`, firstToken(project))).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});
