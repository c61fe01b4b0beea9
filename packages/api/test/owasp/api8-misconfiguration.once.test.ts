// API8:2023 Security Misconfiguration.
import { expect, test } from 'vitest';
import { exchange } from '../http/raw-http.ts';
import { startStore } from '../store.ts';
import { ask } from './callers.ts';

/** One request for each kind of answer. */
const kinds: [path: string, init?: RequestInit][] = [
  ['/plants'],
  ['/plants', { method: 'HEAD' }],
  ['/plants', { headers: { accept: 'text/csv' } }],
  ['/plants/1'],
  ['/plants/404'],
  ['/plants?limit=x'],
  ['/plants', { method: 'POST', body: '{' }],
  ['/plants', { method: 'POST', body: 'x'.repeat(70_000) }],
  ['/plants/1', { method: 'PATCH', body: '{}', headers: { 'if-match': '"other"' } }],
  ['/plants', { method: 'DELETE' }],
  ['/plants', { method: 'OPTIONS' }],
  ['/plants', { headers: { authorization: 'Bearer x' } }],
  ['/plants', { headers: { authorization: '' } }],
  ['/plants', { headers: { accept: 'application/problem+json', authorization: '' } }],
  ['/imports', { method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } }],
  ['/imports/1/annotated'],
  ['/trpc/plants.list?input=%7B%22json%22%3A%7B%7D%7D'],
  ['/trpc/plants.list?input=%7B'],
  ['/trpc/nothing'],
  ['/trpc/people.list', { headers: { authorization: '' } }],
  ['/metrics'],
  ['/nowhere'],
  ['/%'],
  ['/healthz'],
  ['/readyz'],
  ['/openapi.json'],
  ['/docs'],
  ['/docs/start.js'],
];

test('every kind of answer has the security headers and names no component', async () => {
  const { url, send, post } = await startStore();
  await post({ id: 1, name: 'Fern' });
  for (const [path, init] of kinds) {
    const isJson =
      typeof init?.body === 'string' && !(init.headers as Record<string, string>)?.['content-type'];
    const answer = await send(path, {
      ...init,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...(init?.headers as object) },
    });
    const isDocs = path.startsWith('/docs');
    const seen = [path, init?.method ?? 'GET', answer.status] as const;
    const header = (name: string) => [...seen, answer.headers.get(name)];
    expect(header('x-content-type-options')).toEqual([...seen, 'nosniff']);
    expect(header('referrer-policy')).toEqual([...seen, 'no-referrer']);
    expect(header('content-security-policy')).toEqual([
      ...seen,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    if (path !== '/docs')
      expect(header('content-security-policy')).toEqual([
        ...seen,
        "default-src 'none'; frame-ancestors 'none'",
      ]);
    if (!isDocs) expect(header('cache-control')).toEqual([...seen, 'no-store']);
    expect(header('x-request-id')).toEqual([...seen, expect.stringMatching(/^[\da-f-]{36}$/)]);
    expectQuiet([...answer.headers].map((pair) => pair.join(': ')).join('\n'));
    if (!isDocs && path !== '/openapi.json' && path !== '/metrics') expectQuiet(await answer.text());
  }
  const unreadable = await exchange(url, 'GARBAGE\r\n\r\n');
  expect(unreadable.head).toMatch(/x-content-type-options: nosniff/i);
  expect(unreadable.head).toMatch(/cache-control: no-store/i);
  expectQuiet(unreadable.head + unreadable.body);
});

/** Expects neither names of components, nor paths, nor stacks, nor headers for pages of other sites. */
function expectQuiet(text: string) {
  expect(text).not.toMatch(/^(server|x-powered-by|access-control-[\w-]+|set-cookie|via):/im);
  expect(text).not.toMatch(/node_modules|\.[cm]?[jt]s:\d|\bat \w+ \(|\/packages\/|\/home\/|\/root\//);
  expect(text).not.toMatch(
    /fastify|prisma|better-auth|sqlite|postgres|trpc\/server|node\.?js|SELECT |INSERT /i,
  );
}

test('the methods of common attacks are refused', async () => {
  const { url, tokenFor, send } = await startStore();
  const auth = `Authorization: Bearer ${await tokenFor('admin')}\r\n`;
  for (const method of ['TRACE', 'PROPFIND', 'MOVE', 'LINK', 'PURGE', 'SEARCH', 'QUERY']) {
    const sent = `${method} /plants HTTP/1.1\r\nHost: x\r\nX-Secret: 4711\r\n${auth}\r\n`;
    const { status, head, body } = await exchange(url, sent);
    expect([method, status]).toEqual([method, expect.toSatisfy((one) => one === 404 || one === 405)]);
    expect(head + body).not.toContain('4711');
    expect(JSON.parse(body)).toMatchObject({ error: expect.toBeOneOf([40400, 40500]) });
  }
  const connect = await exchange(url, `CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
  expect(connect.status === 0 || connect.status >= 400).toBe(true);
  const preflight = await send('/plants', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.status).toBe(405);
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('the reference at /docs runs only scripts of this server, and shows no data', async () => {
  const { url } = await startStore();
  const { text, headers } = await ask(`${url}/docs`);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
  expect(headers.get('content-security-policy')).not.toMatch(/script-src|unsafe-eval/);
  expect(text).not.toMatch(/<script>|<script [^>]*src="(https?:)?\/\/|\son\w+=|javascript:/i);
  const start = await ask(`${url}/docs/start.js`);
  expect(start.text).toContain('validatorUrl: null');
  expect(start.text).toContain('persistAuthorization: false');
});

test('no input writes a line into the log or a header into an answer', async () => {
  const lines: string[] = [];
  const { url, send, rows } = await startStore({
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  });
  // A line break, both forms of a terminal's escape sequence, and a Unicode line separator.
  const tricks = '%0d%0aX-Evil:%201%0a{"level":60}%1b[31m%c2%9b31m%e2%80%a8%e2%80%ae';
  const raw = decodeURIComponent(tricks);
  await send(`/${tricks}`);
  await send(`/plants/${tricks}?q=${tricks}`);
  await send(`/plants?limit=${tricks}&cursor=${tricks}`);
  for (const name of ['user-agent', 'x-request-id', 'traceparent', 'x-forwarded-for', 'idempotency-key'])
    await exchange(
      url,
      `POST /plants HTTP/1.1\r\nHost: x\r\n${name}: a\x9b31m\u00a0"}\r\nContent-Length: 0\r\n\r\n`,
    );
  const signIn = { json: { login: raw, password: raw } };
  const headers = { 'content-type': 'application/json' };
  await send('/trpc/session.signIn', { method: 'POST', headers, body: JSON.stringify(signIn) });
  const made = await send('/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'content-disposition': `attachment; filename*=UTF-8''${tricks}` },
    body: 'id,name\n1,Fern\n',
  });
  const { annotated } = (await made.json()) as { annotated: string };
  const answer = await send(annotated);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%~!-]+$/,
  );
  expect([...answer.headers.keys()]).not.toContain('x-evil');
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(10);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ level: 30, msg: expect.any(String) });
    expect(line).toMatch(/^[ -~]+\n$/);
    expect(line).not.toMatch(/evil|31m/i);
  }
  expect(await rows('SELECT id FROM plants')).toHaveLength(1);
});
