import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from './otlp-receiver.ts';
import { newProject } from './project.ts';

test.each([
  ['not loaded without an OTLP endpoint', false],
  ['loaded with an OTLP endpoint', true],
])('the tracing modules are %s', async (_when, isTraced) => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-loaded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  const server = await newProject().start({
    // Node writes a list of all loaded modules for each thread.
    NODE_V8_COVERAGE: folder,
    ...(isTraced ? { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } : {}),
  });
  server.child.kill('SIGTERM');
  expect((await server.ended).exitCode).toBe(0);
  const urls = readdirSync(folder).flatMap((report) => {
    const loaded = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { result: { url: string }[] };
    return loaded.result.map(({ url }) => url);
  });
  expect(urls.some((url) => url.endsWith('/packages/api/src/server.ts'))).toBe(true);
  expect(urls.some((url) => /@opentelemetry\/(sdk|exporter|resources)|\/tracing\.ts$/.test(url))).toBe(
    isTraced,
  );
});
