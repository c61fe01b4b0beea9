import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { freePort } from '@plant-store/engine/testing/free-port';
import { expect, test } from '../fixtures.ts';
import { launch, Store, Web } from '../store.ts';

let web: Web | undefined;
let store: Store | undefined;
let child: ChildProcess | undefined;
test.afterEach(async () => {
  child?.kill('SIGKILL');
  await store?.stop();
  await web?.stop();
  web = undefined;
  store = undefined;
  child = undefined;
});

test('the stopping web server waits for the request under way, but not for idle connections', async ({}) => {
  web = await Web.start();
  store = await Store.start(web);
  const { hostname, port } = new URL(web.url);
  const headers = {
    authorization: `Bearer ${store.token}`,
    'content-type': 'application/json',
    expect: '100-continue',
  };
  const post = request(`${web.url}/api/plants`, { method: 'POST', headers });
  post.flushHeaders();
  await once(post, 'continue');
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const stopped = web.stop();
  await once(silent.resume(), 'close');
  post.end('{"id":1,"name":"Latecomer"}');
  const [answer] = await once(post, 'response');
  expect(answer.resume().statusCode).toBe(200);
  await stopped;
});

test('SIGTERM ends the web while it prepares its pages', async ({}) => {
  const port = String(await freePort());
  child = launch('apps/web/src/main.ts', {
    ...process.env,
    API_PORT: String(await freePort()),
    WEB_PORT: port,
  });
  const ended = once(child, 'exit');
  // The web server listens before its pages are ready.
  await expect(async () => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  }).toPass({ intervals: [10] });
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});

test('the web ends if its parent process ended before it was ready', async () => {
  const env = { ...process.env, API_PORT: String(await freePort()), WEB_PORT: String(await freePort()) };
  child = launch('apps/web/src/main.ts', env);
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
