import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCompressedAssets } from '../../src/server/compressed-assets.ts';

async function assets() {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'chunks'));
  await writeFile(join(folder, 'chunks/a.js'), 'plain');
  await writeFile(join(folder, 'chunks/a.js.br'), 'brotli');
  await writeFile(join(folder, 'chunks/b.js'), 'plain');
  return openCompressedAssets(folder);
}

const request = (url: string, accepted = 'gzip, deflate, br', method = 'GET') =>
  ({ url, method, headers: { 'accept-encoding': accepted } }) as unknown as IncomingMessage;

test.each([
  ['a file with a Brotli copy', request('/_next/static/chunks/a.js'), true],
  ['a file with a query', request('/_next/static/chunks/a.js?v=1'), true],
  ['HEAD', request('/_next/static/chunks/a.js', 'br', 'HEAD'), true],
  ['a client with weights', request('/_next/static/chunks/a.js', 'gzip;q=0.5, br;q=0.8'), true],
  ['a client without Brotli', request('/_next/static/chunks/a.js', 'gzip'), false],
  ['a client that refuses Brotli', request('/_next/static/chunks/a.js', 'br;q=0, gzip'), false],
  [
    'a client that refuses Brotli with q=0.000',
    request('/_next/static/chunks/a.js', 'gzip, BR; q=0.000'),
    false,
  ],
  ['a file without a copy', request('/_next/static/chunks/b.js'), false],
  ['the copy itself', request('/_next/static/chunks/a.js.br'), false],
  ['a path outside the folder', request('/_next/static/chunks/../chunks/a.js'), false],
  ['POST', request('/_next/static/chunks/a.js', 'br', 'POST'), false],
])('a compressed copy is sent only to clients that accept Brotli: %s', async (_what, asked, expected) => {
  expect((await assets()).isFor(asked)).toBe(expected);
});
