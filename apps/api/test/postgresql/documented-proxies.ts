import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AtEnd, newFolder } from '@plant-store/db/testing';
import { freePort } from '@plant-store/engine/testing/free-port';
import { programOf } from '@plant-store/engine/testing/programs';
import { expect } from 'vitest';

const [caddy, nginx] = [programOf('caddy'), programOf('nginx')];
/** Tests of the documented load balancers are left out without them. */
export const hasProxies = caddy !== undefined && nginx !== undefined;

export type DocumentedProxy = {
  url: string;
  /** The ports of the processes to which the request with this `Idempotency-Key` was sent. */
  portsOf(key: string): string[];
};

/** Caddy and nginx before the API processes with these ports, as docs/scaling.md configures them, until `atEnd`. */
export const startDocumentedProxies = (ports: string[], atEnd: AtEnd): Promise<DocumentedProxy[]> =>
  Promise.all([startCaddy(ports, atEnd), startNginx(ports, atEnd)]);

async function startCaddy(ports: string[], atEnd: AtEnd): Promise<DocumentedProxy> {
  const folder = newFolder(atEnd);
  const [file, log] = [join(folder, 'Caddyfile'), join(folder, 'log')];
  const port = await freePort();
  const site = documented('reverse_proxy', ports, 'plants.example {', `http://127.0.0.1:${port} {`);
  // Only lines for debugging name the process.
  writeFileSync(file, `{\n\tadmin off\n\tdebug\n\tlog {\n\t\toutput file ${log}\n\t}\n}\n${site}`);
  await start(caddy, ['run', '--adapter', 'caddyfile', '--config', file], folder, port, atEnd);
  return {
    url: `http://127.0.0.1:${port}`,
    portsOf: (key) =>
      linesOf(log)
        .map((line) => JSON.parse(line))
        .filter(
          ({ msg, request }) =>
            msg === 'upstream roundtrip' && request.headers['Idempotency-Key']?.[0] === key,
        )
        .map(({ upstream }) => upstream.split(':')[1]),
  };
}

async function startNginx(ports: string[], atEnd: AtEnd): Promise<DocumentedProxy> {
  const folder = newFolder(atEnd);
  const [file, log] = [join(folder, 'nginx.conf'), join(folder, 'log')];
  const port = await freePort();
  const site = documented('upstream plant_store', ports, 'listen 80;', `listen 127.0.0.1:${port};`);
  // By default these are folders of root.
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid;
    events {}
    http {
      ${folders.join(' ')}
      log_format ports '$http_idempotency_key $upstream_addr';
      access_log ${log} ports;
      ${site}
    }`,
  );
  await start(nginx, ['-c', file, '-e', join(folder, 'errors')], folder, port, atEnd);
  return {
    url: `http://127.0.0.1:${port}`,
    portsOf: (key) =>
      linesOf(log)
        .filter((line) => line.startsWith(`${key} `))
        .flatMap((line) => [...line.matchAll(/:(\d+)/g)].map(([, found = '']) => found)),
  };
}

/** The example with this text in docs/scaling.md; only its addresses and ports are replaced. */
function documented(text: string, ports: string[], listens: string, instead: string): string {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/scaling.md'), 'utf8');
  const blocks = [...document.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = '']) => block);
  const replacements = ports.map((port, index) => [`10.0.0.${index + 1}:4000`, `127.0.0.1:${port}`] as const);
  return [[listens, instead] as const, ...replacements].reduce(
    (example, [from, to]) => {
      expect(example).toContain(from);
      return example.replace(from, to);
    },
    blocks.find((block) => block.includes(text)) ?? '',
  );
}

async function start(program = '', words: string[], folder: string, port: number, atEnd: AtEnd) {
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const answer = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
  await expect.poll(async () => (await answer())?.status).toBe(200);
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
