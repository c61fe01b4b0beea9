import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { parseAddress } from '@plant-store/engine';
import { tlsModeOf } from '@plant-store/engine/postgresql/connection';
import { expect, inject, onTestFinished, test } from 'vitest';
import { notes, openServer } from '../store.ts';
import { newFolder, newUrl, rowsOf } from '../testing.ts';

test.each(['prefer', 'allow'])('sslmode=%s opens a store on a server without TLS', async (mode) => {
  const { db } = await openServer(`${await newUrl()}&sslmode=${mode}`);
  expect(await notes.list(db)).toEqual([]);
});

test.each([
  ['', undefined],
  ['sslmode=disable&sslrootcert=ca.pem', 'disable'],
  ['sslmode=require&host=/var/run/postgresql', 'disable'],
  ['sslmode=allow', 'prefer'],
  ['sslmode=prefer', 'prefer'],
  ['sslaccept=accept_invalid_certs', 'prefer'],
  ['sslmode=prefer&sslaccept=strict', 'verify-full'],
  ['sslmode=require', 'verify-full'],
  ['ssl=true', 'verify-full'],
  ['ssl=0', 'disable'],
  ['sslmode=require&sslaccept=accept_invalid_certs', 'no-verify'],
  ['sslmode=require&uselibpqcompat=true', 'no-verify'],
  ['sslmode=require&uselibpqcompat=true&sslrootcert=ca.pem', 'verify-full'],
  ['sslmode=no-verify', 'no-verify'],
  ['sslmode=verify-ca', 'verify-full'],
  ['sslmode=verify-ca&sslrootcert=ca.pem', 'verify-ca'],
  ['sslmode=verify-full', 'verify-full'],
  ['sslrootcert=ca.pem', 'verify-full'],
])('the parameters "%s" mean the encryption %s', (query, mode) => {
  expect(tlsModeOf(parseAddress(`postgresql://db.example/shop?${query}`))).toBe(mode);
});

/** The folder of a Unix socket that leads to the server of this run. */
async function socketFolder() {
  const folder = newFolder();
  const port = Number(new URL(inject('postgresql')).port);
  const proxy = createServer((socket) => {
    const server = connect(port, '127.0.0.1');
    pipeline(socket, server, socket, () => undefined);
  });
  proxy.listen(join(folder, '.s.PGSQL.5432'));
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return folder;
}

test('a store is opened by a Unix socket, with a user before an empty host', async () => {
  const url = await newUrl();
  const folder = await socketFolder();
  const { db } = await openServer(url.replace(/@[^/]*(.*)\?/, `@$1?host=${folder}&sslmode=prefer&`));
  await notes.create(db, { id: 1n, text: 'Fern' });
  expect(await rowsOf(url, 'SELECT text FROM notes')).toEqual([{ text: 'Fern' }]);
});
