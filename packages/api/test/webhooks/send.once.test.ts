import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Lookup } from '../../src/webhooks/addresses.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { certify } from './certificates.ts';
import { knownAuthority, startReceiver, unknownAuthority } from './receiver.ts';

const message = { headers: { 'content-type': 'application/json' }, body: '{"id":1,"name":"Fern"}' };

/** A resolver with these answers, one after the other; the last one stays. */
function resolver(...answers: string[][]): Lookup {
  let asked = 0;
  return async () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  };
}

const senderTo = (lookup: Lookup = resolver(['127.0.0.1']), timeoutMs?: number) =>
  createSender({ allow: ['127.0.0.1'], lookup, ...(timeoutMs && { timeoutMs }) });

const reasonOf = (sending: Promise<number>) =>
  sending.then(
    (status) => `status ${status}`,
    (error: Error) => error.message,
  );

test('a message is sent once, as it is, and its status comes back', async () => {
  const seen: unknown[] = [];
  const { url } = await startReceiver(async (request, response) => {
    const body = (await request.toArray()).join('');
    seen.push([request.method, request.url, request.headers, body]);
    response.writeHead(204).end();
  });
  expect(await senderTo()(`${url}?shop=7`, message)).toBe(204);
  const headers = {
    connection: 'keep-alive',
    'content-length': '22',
    'content-type': 'application/json',
    host: new URL(url).host,
  };
  expect(seen).toEqual([['POST', '/plants?shop=7', headers, message.body]]);
});

test('two messages share a connection, without cookies', async () => {
  const cookies: unknown[] = [];
  const { url, seen } = await startReceiver((request, response) => {
    cookies.push(request.headers.cookie);
    response.setHeader('set-cookie', 'a=b; Path=/').end('stored');
  });
  const send = senderTo();
  for (let count = 0; count < 3; count++) expect(await send(url, message)).toBe(200);
  expect([seen.requests, seen.connections, cookies]).toEqual([3, 1, [undefined, undefined, undefined]]);
});

test('a message is sent again at once if its kept connection turns out to be closed, but not on a new one', async () => {
  const { url, seen } = await startReceiver(({ socket }, response) => {
    if (seen.requests === 1 || seen.requests === 3) response.end();
    else socket.destroy();
  });
  const send = senderTo();
  expect([await send(url, message), await send(url, message)]).toEqual([200, 200]);
  expect(seen).toEqual({ connections: 2, requests: 3 });
  expect(await reasonOf(send(url, message))).toBe('the connection ended before the whole answer was there');
  expect(seen).toEqual({ connections: 3, requests: 5 });
});

test('a name that resolves to an allowed address first and to a private one second is called once', async () => {
  const { url, seen } = await startReceiver((_request, response) => {
    response.setHeader('connection', 'close').end();
  });
  const send = senderTo(resolver(['127.0.0.1'], ['127.0.0.2']));
  expect(await send(url, message)).toBe(200);
  expect(await reasonOf(send(url, message))).toContain('the address of hooks.example is loopback');
  expect(seen.connections).toBe(1);
});

test('a name with an allowed and a forbidden address is not called', async () => {
  const { url, seen } = await startReceiver((_request, response) => response.end());
  for (const answer of [
    ['127.0.0.1', '127.0.0.2'],
    ['::1', '127.0.0.1'],
  ])
    expect(await reasonOf(senderTo(resolver(answer))(url, message))).toContain('is loopback');
  expect(seen.connections).toBe(0);
});

test('an address in the URL is judged in each spelling, though no lookup is made', async () => {
  const { port, seen } = await startReceiver((_request, response) => response.end());
  const send = createSender({ allow: ['127.0.0.9'] });
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '127.0.0.1.',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::1]',
  ])
    expect([host, await reasonOf(send(`https://${host}:${port}/`, message))]).toEqual([
      host,
      expect.stringMatching(/^the address (127\.0\.0\.1|::1|::ffff:7f00:1) is loopback/),
    ]);
  expect(await reasonOf(send(`https://0:${port}/`, message))).toContain('is unspecified');
  expect(await reasonOf(send(`https://localhost:${port}/`, message))).toContain('is loopback');
  expect(seen.connections).toBe(0);
  expect(await createSender({ allow: ['127.0.0.1'] })(`https://127.0.0.1:${port}/`, message)).toBe(200);
});

test('only https: is sent', async () => {
  await expect(senderTo()('http://hooks.example/', message)).rejects.toThrow('https');
});

test('a redirect is not followed', async () => {
  const target = await startReceiver((_request, response) => response.end());
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(status, { location: `https://127.0.0.1:${target.port}/` }).end();
    });
    expect(await senderTo()(url, message)).toBe(status);
  }
  expect(target.seen.connections).toBe(0);
});

test('no proxy of the environment is used, and no setting switches the certificates off', async () => {
  const proxy = await startReceiver((_request, response) => response.end());
  const { url, seen } = await startReceiver((_request, response) => response.end());
  const bad = await startReceiver((_r, response) => response.end(), await certify(unknownAuthority));
  vi.stubEnv('https_proxy', `http://127.0.0.1:${proxy.port}`);
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await senderTo()(url, message)).toBe(200);
  expect(await reasonOf(senderTo()(bad.url, message))).toContain('the certificate');
  expect([seen.requests, bad.seen.requests, proxy.seen.connections]).toEqual([1, 0, 0]);
});

test.each([
  ['has expired', () => certify(knownAuthority, ['hooks.example'], [-2, -1])],
  ['is not valid yet', () => certify(knownAuthority, ['hooks.example'], [1, 2])],
  ['is for another name', () => certify(knownAuthority, ['other.example'])],
  ['is of an authority that this server does not know', () => certify(unknownAuthority)],
  ['is self-signed', () => certify()],
])('the reason says that the certificate %s', async (reason, certificate) => {
  const { url, seen } = await startReceiver((_request, response) => response.end(), await certificate());
  expect(await reasonOf(senderTo()(url, message))).toContain(`the certificate ${reason}`);
  expect(seen.requests).toBe(0);
});

/** Answers of receivers that would not end, or would fill the memory. The socket is free for any bytes. */
const endless = (head: string, chunk: string) => (request: IncomingMessage) => {
  const { socket } = request;
  const fill = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.write(head);
  socket.on('drain', fill);
  fill();
};
const tenGigabytes = 'HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n';

test.each([
  ['a body of 10 GB', tenGigabytes, 'x'.repeat(65_536), 'status 200'],
  ['an endless body of a refusal', 'HTTP/1.1 500 Oops\r\n\r\n', 'x'.repeat(1_000), 'status 500'],
  [
    'endless small pieces',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\nx\r\n',
    'status 200',
  ],
  [
    'one endless header',
    'HTTP/1.1 200 OK\r\nX: ',
    'x'.repeat(1_000),
    'the headers of the answer are too long',
  ],
  ['endless headers', 'HTTP/1.1 200 OK\r\n', 'X: x\r\n', 'the headers of the answer are too long'],
  [
    'endless interim answers',
    '',
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    'the headers of the answer are too long',
  ],
  ['other bytes', '', 'SSH-2.0-OpenSSH_9.2\r\n', 'the answer is not HTTP'],
])('%s are cut', async (_what, head, chunk, outcome) => {
  const closed = Promise.withResolvers<void>();
  const { url } = await startReceiver((request) => {
    request.socket.on('close', () => closed.resolve());
    endless(head, chunk)(request);
  });
  expect(await reasonOf(senderTo()(url, message))).toBe(outcome);
  await closed.promise;
});

/** Writes such a piece again and again, until the connection ends. */
function trickle(socket: Socket, piece: string) {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
}

test.each<[string, (socket: Socket) => void]>([
  ['never answers', () => undefined],
  ['sends its headers byte by byte', (socket) => trickle(socket.setNoDelay(), '\n')],
  [
    'sends its body byte by byte',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 16000\r\n\r\n');
      trickle(socket, 'x');
    },
  ],
])('a receiver that %s is left after 15 s', async (_what, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const { url } = await startReceiver(({ socket }) => {
    socket.on('close', closed.resolve);
    answer(socket);
    asked.resolve();
  });
  const reason = reasonOf(senderTo()(url, message));
  await asked.promise;
  vi.advanceTimersByTime(14_999);
  expect(await Promise.race([reason, Promise.resolve('waits')])).toBe('waits');
  vi.advanceTimersByTime(1);
  expect(await reason).toBe('no whole answer within 15 s');
  await closed.promise;
});

test('the time for a message includes the lookup', async () => {
  const never: Lookup = () => new Promise(() => undefined);
  expect(await reasonOf(senderTo(never, 10)('https://hooks.example/', message))).toBe(
    'no whole answer within 0.01 s',
  );
});

test('the caller ends a message, also before it begins', async () => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { url, seen } = await startReceiver(({ socket }) => {
    socket.on('close', closed.resolve);
    controller.abort(new Error('the process stops'));
  });
  for (let count = 0; count < 2; count++)
    expect(await reasonOf(senderTo()(url, message, controller.signal))).toBe('the process stops');
  await closed.promise;
  expect(seen.connections).toBe(1);
});

test('a message that is over before the connection is there is not sent, but one is on a kept connection', async () => {
  const { url, seen } = await startReceiver((_request, response) => response.end());
  const send = senderTo();
  const isOver = () => seen.connections === 1 && seen.requests === 0;
  expect(await reasonOf(send(url, message, undefined, isOver))).toBe('the delivery is over');
  expect(await reasonOf(send(url, message, undefined, isOver))).toBe('status 200');
  expect(await reasonOf(send(url, message, undefined, () => true))).toBe('the delivery is over');
  expect(seen).toEqual({ connections: 2, requests: 1 });
});

test.each<[string, RequestListener]>([
  ['the connection ended before the whole answer was there', ({ socket }) => socket.destroy()],
  [
    'the connection ended before the whole answer was there',
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'),
  ],
  [
    'the connection ended before the whole answer was there',
    ({ socket }) => socket.end('HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  ['the answer is not HTTP', ({ socket }) => socket.end('HTTP/1.1 20 Odd\r\n\r\n')],
])('%s', async (reason, answer) => {
  const { url } = await startReceiver(answer);
  expect(await reasonOf(senderTo()(url, message))).toBe(reason);
});

test('the reason says that a name does not resolve, that nobody listens, and that TLS is missing', async () => {
  const unknown: Lookup = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await reasonOf(senderTo(unknown)('https://hooks.example/', message))).toBe(
    'hooks.example does not resolve to an address',
  );
  const plain = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const url = `https://hooks.example:${(plain.address() as AddressInfo).port}/`;
  expect(await reasonOf(senderTo()(url, message))).toBe('the receiver does not speak TLS as expected');
  plain.close();
  await once(plain, 'close');
  expect(await reasonOf(senderTo()(url, message))).toBe('the receiver refuses the connection');
});
