import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { mock, test } from 'node:test';
import { doctor } from '../doctor/doctor.mjs';
import { root } from '../workspace.mjs';
import { emptyFolder } from './checkout.mjs';

const html = '<html>\n\u001b]0;x\u0007<title>Shop</title>\n<p>more';

/** A server that is no plant store. */
async function serve(t, answer, make = createServer) {
  const server = make(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

function tokenFile(t, content = 'a-token\n') {
  const file = join(emptyFolder(t), 'token');
  writeFileSync(file, content);
  return file;
}

/** What the doctor says when it cannot do its work. */
async function troubleOf(t, words, options) {
  const error = mock.method(console, 'error', () => {});
  t.after(() => error.mock.restore());
  assert.equal(await doctor(words, options), 2);
  return error.mock.calls.map((call) => call.arguments[0]).join('\n');
}

const file = '--token-file';
const unreached = 'http://127.0.0.1:4';
const WORDS = [
  [[], /^✖ Give one address, and a file with a token of the store\.\n\nUsage: /],
  [[unreached], /^✖ Give one address, and a file with a token/],
  [[unreached, file], /--token-file/],
  [[unreached, '--readonly'], /--readonly/],
  [[unreached, 'x', file, 'f'], /^✖ Give one address/],
  [['127.0.0.1:4000', file, 'f'], /must be as https:\/\/HOST\/PATH/],
  [['ftp://127.0.0.1', file, 'f'], /must be as https/],
  [['http://me:secret@127.0.0.1', file, 'f'], /without a user, a query string/],
  [['http://127.0.0.1/?x', file, 'f'], /without a user, a query string/],
  [['http://127.0.0.1/#x', file, 'f'], /and a part after #/],
  [[unreached, file, '/none'], /The token file "\/none" cannot be read \(ENOENT\)/],
  [[unreached, file, '/'], /cannot be read \(EISDIR\)/],
];

for (const [words, said] of WORDS)
  test(`the doctor refuses the words ${JSON.stringify(words)}`, async (t) => {
    const trouble = await troubleOf(t, words);
    assert.match(trouble, said);
    assert.ok(!trouble.includes('secret'));
  });

test('the doctor refuses an option that npm kept, with exit code 2', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/main.mjs'), 'doctor', unreached],
    {
      encoding: 'utf8',
      env: { ...process.env, npm_config_token_file: 'true' },
    },
  );
  assert.equal(status, 2);
  assert.match(stderr, /npm run doctor -- URL --token-file FILE/);
});

test('the doctor refuses a token file without exactly one token', async (t) => {
  for (const [content, said] of [
    [' \n', /one token and no more/],
    ['a\nb', /one token and no more/],
    ['\u0000', /one token and no more/],
  ])
    assert.match(await troubleOf(t, [unreached, file, tokenFile(t, content)]), said);
});

test('the doctor names what is no plant store, and sends it no token', async (t) => {
  const asked = [];
  const url = await serve(t, ({ headers }, answer) => {
    asked.push(headers.authorization);
    answer.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const said = await troubleOf(t, [`${url}/shop`, file, tokenFile(t)]);
  assert.match(
    said,
    /\/shop is not a plant store: GET \/openapi\.json came 200 text\/html, \]0;x <title>Shop<\/title>\. /,
  );
  assert.deepEqual(new Set(asked), new Set([undefined]));
});

test('the doctor names an address below that of the API', async (t) => {
  const url = await serve(t, (_, answer) =>
    answer.writeHead(401, { 'www-authenticate': 'Bearer realm="plant-store"' }).end('{"error":40100}'),
  );
  const said = await troubleOf(t, [`${url}/plants`, file, tokenFile(t)]);
  assert.match(said, /\/plants is not a plant store: .* came 401 .* Give the address before \/plants/);
});

test('the doctor names the target of a redirect', async (t) => {
  const url = await serve(t, (_, answer) =>
    answer.writeHead(308, { location: 'https://plants.example/' }).end(),
  );
  assert.match(
    await troubleOf(t, [url, file, tokenFile(t)]),
    /is not a plant store: .* came 308 .*, location: https:\/\/plants\.example\/\. Give/,
  );
});

test('the doctor ends if a server hangs, also within its answer', async (t) => {
  for (const answer of [() => {}, (_, answer) => answer.write('{')]) {
    const said = await troubleOf(t, [await serve(t, answer), file, tokenFile(t)], { timeoutMs: 50 });
    assert.match(said, /^✖ no answer: .*timeout$/);
  }
});

test('the doctor names a port where nothing listens, and a server without TLS', async (t) => {
  const url = await serve(t, (_, answer) => answer.end());
  const secure = url.replace('http', 'https');
  assert.match(await troubleOf(t, [secure, file, tokenFile(t)]), /try the other of http:\/\/ and https:\/\//);
  assert.match(await troubleOf(t, [unreached, file, tokenFile(t)]), /no answer: connect ECONNREFUSED/);
});

test('the doctor names NODE_EXTRA_CA_CERTS for an unknown certificate, which it then believes', async (t) => {
  const make = (answer) => createSecureServer({ key, cert }, answer);
  const url = (await serve(t, (_, answer) => answer.writeHead(404).end('no'), make)).replace('http', 'https');
  assert.match(await troubleOf(t, [url, file, tokenFile(t)]), /set NODE_EXTRA_CA_CERTS/);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: tokenFile(t, cert) };
  const words = [join(root, 'scripts/main.mjs'), 'doctor', url, file, tokenFile(t)];
  const { stderr } = spawn(process.execPath, words, { env });
  assert.match(await text(stderr), /is not a plant store: GET \/openapi\.json came 404 /);
});

// A certificate of its own for 127.0.0.1, until 2126. Its key protects nothing.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggL7rq2/YCZrJU2pD
Gi8iGG/8cFQV5gt2ZlLBmQWFVI6hRANCAAToVroMGj3zTax5FPhlm1V9HI6PNJ+u
DsjH8X5UG2kkZuBlvusykDabSzyeVOO+A1+hj5JUCuakblzfJ8XXqN8H
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUMRPpGCs1CqxUVWDUpVuo+3GKp44wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIyMjgxN1oYDzIxMjYxMTAy
MjIyODE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAToVroMGj3zTax5FPhlm1V9HI6PNJ+uDsjH8X5UG2kkZuBlvusykDab
SzyeVOO+A1+hj5JUCuakblzfJ8XXqN8Ho2QwYjAdBgNVHQ4EFgQURzzvGXzV2Wxu
qnJJSPiIhJJYwx8wHwYDVR0jBBgwFoAURzzvGXzV2WxuqnJJSPiIhJJYwx8wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQDoUGRqPz3iQpYhU5EHss9y/pHynHLV39Qk2zQGETdGPAIgbtqAlIH7pf/HvX/0
1baD+8P5Li/ChMMjTwQs7zyDdw0=
-----END CERTIFICATE-----`;
