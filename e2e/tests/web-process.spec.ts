import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '../fixtures.ts';
import { freePort, launch } from '../store.ts';

test('stopping waits for the request under way, and for no connection that is merely open', async ({
  ownStore,
}) => {
  const { hostname, port } = new URL(ownStore.webUrl);
  const headers = {
    authorization: `Bearer ${ownStore.token}`,
    'content-type': 'application/json',
    expect: '100-continue',
  };
  const post = request(`${ownStore.webUrl}/api/plants`, { method: 'POST', headers });
  post.flushHeaders();
  await once(post, 'continue');
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const stopped = ownStore.stopWeb();
  await once(silent.resume(), 'close');
  post.end('{"id":1,"name":"Latecomer"}');
  const [answer] = await once(post, 'response');
  expect(answer.resume().statusCode).toBe(200);
  await stopped;
});

let web: ChildProcess | undefined;
test.afterEach(() => void web?.kill('SIGKILL'));

test('it ends also when the process that started it went before it was ready', async () => {
  const env = { ...process.env, API_PORT: String(await freePort()), WEB_PORT: String(await freePort()) };
  web = launch('apps/web/src/main.ts', env);
  const ended = once(web, 'exit');
  web.disconnect();
  expect(await ended).toEqual([0, null]);
});
