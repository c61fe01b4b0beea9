import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '../fixtures.ts';
import { freePorts, launch } from '../store.ts';

let child: ChildProcess | undefined;
test.afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
});

test('the stopping web server waits for the request under way, but not for idle connections', async ({
  startedStore: store,
}) => {
  const { hostname, port } = new URL(store.webUrl);
  const headers = {
    authorization: `Bearer ${store.token}`,
    'content-type': 'application/json',
    expect: '100-continue',
  };
  const post = request(`${store.webUrl}/api/plants`, { method: 'POST', headers });
  post.flushHeaders();
  await once(post, 'continue');
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const stopped = store.stopWeb();
  await once(silent.resume(), 'close');
  post.end('{"id":1,"name":"Latecomer"}');
  const [answer] = await once(post, 'response');
  expect(answer.resume().statusCode).toBe(200);
  await stopped;
});

test('SIGTERM ends the web while it prepares its pages', async ({}) => {
  const ports = await freePorts();
  child = launch('apps/web/src/main.ts', { ...process.env, ...ports });
  const ended = once(child, 'exit');
  // The web server listens before its pages are ready.
  await expect(async () => {
    const socket = connect(Number(ports.WEB_PORT), '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  }).toPass({ intervals: [10] });
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});

test('the web ends if its parent process ended before it was ready', async () => {
  child = launch('apps/web/src/main.ts', { ...process.env, ...(await freePorts()) });
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
