import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Server } from './child-process.ts';
import { newProject } from './project.ts';
import { firstToken, statusFor } from './requests.ts';

const isListening = ({ port }: Server) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

test('after SIGTERM the running request stores its plant, idle connections end, and no other is accepted', async () => {
  const project = newProject();
  const server = await project.start();
  // This leaves a connection that the client keeps.
  expect(await statusFor(server, firstToken(project))).toBe(200);
  const headers = {
    authorization: `Bearer ${firstToken(project)}`,
    'content-type': 'application/json',
    expect: '100-continue',
  };
  // A client that keeps its connections as long as the server allows.
  const agent = new Agent({ keepAlive: true });
  const post = request(`${server.url}/plants`, { method: 'POST', headers, agent });
  post.flushHeaders();
  // The server has the head of the request and waits for its body.
  await once(post, 'continue');
  const silent = connect(Number(server.port), '127.0.0.1');
  await once(silent, 'connect');
  server.child.kill('SIGTERM');
  server.child.kill('SIGTERM');
  // The server has closed all idle connections by then, and waits 5 s for the body.
  await once(silent.resume(), 'close');
  expect(await isListening(server)).toBe(false);
  post.end('{"id":7,"name":"Fern"}');
  const [response] = await once(post, 'response');
  expect([response.statusCode, await text(response)]).toEqual([200, '{"name":"Fern"}']);
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });

  const again = await project.serve();
  const read = await fetch(`${again.url}/plants/7`, { headers: { authorization: headers.authorization } });
  expect(await read.json()).toEqual({ id: 7, name: 'Fern' });
});
