// API9:2023 Improper Inventory Management.
import { readFileSync } from 'node:fs';
import { openDatabase } from '@plant-store/db';
import { newUrl } from '@plant-store/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../src/index.ts';
import { document } from '../../src/openapi/committed-document.ts';
import { procedures } from '../../src/procedures/router.ts';
import { startStore } from '../store.ts';
import { ask } from './callers.ts';

/** Routes that are not in the document, with their purpose. A new route must be added here or to the document. */
const others: Record<string, string> = {
  '/openapi.json': 'the document itself',
  '/docs': 'the reference',
  '/docs/': 'the way to it',
  '/docs/:file': 'its parts',
  '/trpc/:path': 'procedures, for the page',
};

test('the document and the list of this test together have exactly the routes', async () => {
  const db = await openDatabase(await newUrl());
  onTestFinished(() => db.close());
  const routes = new Set<string>();
  const trace = (app: ReturnType<typeof createServer>) =>
    void app.addHook('onRoute', ({ url, method }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`);
    });
  const app = createServer({ db, logger: false, trace });
  onTestFinished(() => app.close());
  await app.ready();
  // Each public procedure has its own route with a smaller limit. There are no more such routes.
  const open = Object.entries(procedures)
    .filter(([, { _def }]) => (_def.meta as { isPublic?: boolean } | undefined)?.isPublic)
    .map(([path]) => path);
  const found = [...routes].filter((route) => {
    const url = route.split(' ')[1] ?? '';
    return !(url in others) && !open.includes(url.replace('/trpc/', '')) && !/^\/docs\/[\w.-]+$/.test(url);
  });
  const documented = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(found.sort()).toEqual(documented.sort());
  expect(
    [...routes]
      .filter((route) => /^POST \/trpc\/\w/.test(route))
      .map((route) => route.slice('POST /trpc/'.length))
      .sort(),
  ).toEqual(open.sort());
});

test('the document has the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../../../package.json`, 'utf8'));
  const { url } = await startStore();
  const { body } = await ask(`${url}/openapi.json`);
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version } });
});

test('paths of forgotten files and tools give 404', async () => {
  const { url, tokenFor } = await startStore();
  const headers = { authorization: `Bearer ${await tokenFor('admin')}` };
  const leftovers =
    '/ /admin /debug /debug/pprof /status /server-status /actuator /actuator/env /console /graphql /graphiql /swagger /swagger.json /swagger-ui /api-docs /v1/plants /v2/plants /api/plants /old/plants /beta/plants /test /internal /internal/metrics /.env /.git/config /.git/HEAD /package.json /node_modules /src/main.ts /plants.db /data/plants.db /data/first-token /backup /backups /trpc /trpc/ /trpc-playground /panel /playground /auth /api/auth/session /auth/get-session /sign-up/email /json /json/version /healthz/db /readyz/verbose /plants.json /plants.xml /docs/.. /docs/package.json /docs/swagger-ui-bundle.js.map /docs/index.html /openapi.yaml /openapi';
  for (const path of leftovers.split(' ')) {
    const { status } = await ask(url + path, { headers });
    expect([path, status]).toEqual([path, 404]);
  }
});
