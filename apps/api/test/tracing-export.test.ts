import { freePort } from '@plant-store/db/testing/free-port';
import { expect, test, vi } from 'vitest';
import { startReceiver } from './otlp-receiver.ts';
import { newProject } from './project.ts';
import { firstToken, send } from './requests.ts';
import { continued, idOf, logged, startTraced } from './traced.ts';

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
