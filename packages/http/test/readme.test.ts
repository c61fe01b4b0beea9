import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as http from '../src/index.ts';
import { stopClock } from './clock.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** Runs the example of the README on a free port. */
async function startExample(): Promise<string> {
  const code = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const body = code
    .replaceAll(/^import (.*) from ('.*');$/gm, 'const $1 = await load($2);')
    .replace('listen(8080)', "listen(0, '127.0.0.1')");
  const run = new Function('load', `return (async () => { ${body} return { server }; })();`);
  const load = (name: string) => (name === '@plant-store/http' ? http : import(name));
  const { server } = (await run(load)) as { server: Server };
  onTestFinished(() => void server.close().closeAllConnections());
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the example answers 60 requests a minute from an address, and then 429 with an Error', async () => {
  stopClock();
  const url = await startExample();
  for (let sent = 0; sent < 60; sent++) expect((await fetch(url)).status).toBe(200);
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '40',
    { error: 42900, message: '127.0.0.1 may send 60 requests a minute; try again in 40 seconds' },
  ]);
});

test('the README has every name of the package', () => {
  for (const name of Object.keys(http)) expect(readme).toContain(`\`${name}`);
});
