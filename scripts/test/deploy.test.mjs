import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { programs } from '../servers.mjs';
import { node24, packageFolders, readManifest, root } from '../workspace.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const manifest = readManifest('.');
const settings = read('.env.example');
const defaultOf = (name) => settings.match(new RegExp(`^${name}=(.*)$`, 'm'))?.[1];
/** The stage of the Dockerfile for the image of one program. */
const target = (key) => dockerfile.split(/^FROM /m).find((stage) => stage.startsWith(`runtime AS ${key}\n`));
const unit = (key) => read(`deploy/plant-store-${key}.service`);

test('the image uses the Node of the packages and the pnpm of package.json', () => {
  const bases = [...dockerfile.matchAll(/^FROM node:(\S+)-bookworm-slim AS/gm)].map(([, version]) => version);
  assert.deepEqual([...new Set(bases)], [manifest.dependencies.node]);
  assert.equal(dockerfile.match(/--global (pnpm@\S+)/)?.[1], manifest.packageManager);
});

test('every path in the Dockerfile exists and passes its ignore file', () => {
  const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
  const kept = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const path of kept) assert.ok(existsSync(join(root, path)), path);
  for (const path of dockerfile.match(/\b(?:apps|deploy|packages)\/[\w./-]+\.m?[jt]s\b/g)) {
    assert.ok(existsSync(join(root, path)), path);
    assert.ok(
      kept.some((part) => path === part || path.startsWith(`${part}/`)),
      `${path} is left out of the image`,
    );
  }
  const names = packageFolders().map((folder) => readManifest(folder).name);
  for (const [, name] of dockerfile.matchAll(/--filter (@[\w/-]+)/g)) assert.ok(names.includes(name), name);
  // A filter includes the dependencies of its package; nothing else may be in the image.
  assert.deepEqual(
    kept.filter((path) => /first-token|\.env|data|\.git|node_modules/.test(path)),
    [],
  );
  for (const path of ['**/data', '**/.env*', '**/node_modules']) assert.ok(ignored.includes(path), path);
});

for (const { key, args } of programs) {
  test(`image and unit start the ${key} like npm start does, not as root`, () => {
    assert.deepEqual(JSON.parse(target(key).match(/^CMD (\[.*\])$/m)[1]), ['node', ...args]);
    assert.match(dockerfile.split('AS runtime')[1].split('FROM runtime')[0], /^USER node$/m);
    const [, folder] = unit(key).match(/^WorkingDirectory=(.*)$/m);
    assert.equal(
      unit(key).match(/^ExecStart=(.*)$/m)[1],
      [`${folder}/node_modules/.bin/node`, ...args].join(' '),
    );
    assert.match(unit(key), /^User=(?!root)\S+$/m);
    assert.match(unit(key), /^ProtectSystem=strict$/m);
  });

  test(`the ${key} has the same port and health check as in the settings`, () => {
    const name = `${key.toUpperCase()}_PORT`;
    assert.equal(target(key).match(/^EXPOSE (\d+)$/m)[1], defaultOf(name));
    assert.ok(target(key).includes(`http://127.0.0.1:\${${name}:-${defaultOf(name)}}/`));
  });
}

test('the health check of the image asks the server at its HOST', async () => {
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/ok' ? 200 : 404).end(),
  );
  await once(server.listen(0, '127.0.0.2'), 'listening');
  const check = (HOST, path) => {
    const words = [join(root, 'deploy/health-check.mjs'), `http://127.0.0.1:${server.address().port}${path}`];
    return promisify(execFile)(node24, words, { env: { HOST } });
  };
  await check('127.0.0.2', '/ok');
  await assert.rejects(check('127.0.0.2', '/gone'), /answers 404/);
  await assert.rejects(check('', '/ok'), /ECONNREFUSED/);
  server.close();
});

test('compose builds both targets of the Dockerfile, with a read-only file system', () => {
  const compose = read('deploy/compose.yaml');
  const built = [...compose.matchAll(/dockerfile: (\S+), target: (\w+)/g)];
  assert.deepEqual(
    built.map(([, , key]) => key),
    programs.map(({ key }) => key),
  );
  for (const [, file, key] of built) assert.ok(existsSync(join(root, file)) && target(key));
  assert.match(compose, /^ {2}read_only: true$/m);
});

test('image, units and compose wait longer than the longest DRAIN_SECONDS', () => {
  const longest = Number(read('apps/api/src/settings/env.ts').match(/DRAIN_SECONDS: whole\(0, (\d+)/)[1]);
  const waits = [
    ...['api', 'web'].map((key) => unit(key).match(/^TimeoutStopSec=(\d+)$/m)[1]),
    read('deploy/compose.yaml').match(/stop_grace_period: (\d+)s/)[1],
  ];
  for (const wait of waits) assert.ok(Number(wait) >= longest + 10, wait);
});

for (const file of ['deploy/Caddyfile', 'deploy/nginx.conf']) {
  test(`${file} routes people to the web and programs to the API`, () => {
    const ports = [...read(file).matchAll(/\b127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    assert.deepEqual(ports.sort(), [defaultOf('WEB_PORT'), defaultOf('API_PORT')]);
  });
}

const publicLimits = {
  RATE_LIMIT_READS: 6_000,
  RATE_LIMIT_WRITES: 1_200,
  RATE_LIMIT_ADDRESS_READS: 12_000,
  RATE_LIMIT_ADDRESS_WRITES: 2_400,
};

for (const [file, limits] of [
  [
    'deploy/plant-store-api.service',
    unit('api')
      .match(/^Environment=.*$/gm)
      .join('\n'),
  ],
  ['deploy/compose.yaml', read('deploy/compose.yaml').split(/^ {2}web:/m)[0]],
]) {
  test(`${file} sets the limits of a public store`, () => {
    const found = [...limits.matchAll(/(RATE_LIMIT_\w+)(?:=|: )(\d+)/g)];
    assert.deepEqual(Object.fromEntries(found.map(([, name, value]) => [name, Number(value)])), publicLimits);
  });
}

test('docs/deploy.md lists each limit of a public store with its value', () => {
  const [, section] = read('docs/deploy.md').split('## 3. Before you tell anybody');
  const [before] = section.split('## To rotate');
  for (const name of Object.keys(publicLimits)) assert.ok(before.includes(`\`${name}\``), name);
  for (const value of ['6,000 reads', '1,200 writes', 'twice that']) assert.ok(before.includes(value), value);
});

test('deploy/nginx.conf hides its version in each server, and refuses unknown hosts', () => {
  const servers = read('deploy/nginx.conf')
    .split(/^server \{$/m)
    .slice(1);
  for (const server of servers) assert.match(server, /^ {4}server_tokens off;$/m);
  const [first] = servers;
  assert.deepEqual(
    [...first.matchAll(/listen (\S+) (?:ssl http2 )?default_server;/g)].map(([, port]) => port),
    ['80', '[::]:80', '443', '[::]:443'],
  );
  assert.match(first, /^ {4}ssl_reject_handshake on;$/m);
  assert.match(first, /^ {4}return 444;$/m);
});

test('deploy/Caddyfile refuses unknown hosts', () => {
  assert.match(read('deploy/Caddyfile'), /^http:\/\/, https:\/\/ \{\n\tabort\n\}$/m);
});

test('each documented Caddy ends idle connections before the servers do', () => {
  const [, kept] = read('packages/http/src/slow-clients/request-timeouts.ts').match(/TimeoutMs = (72_000);/);
  for (const file of ['deploy/Caddyfile', 'docs/scaling.md']) {
    const [, ...blocks] = read(file).split(/^\t+reverse_proxy /m);
    assert.ok(blocks.length > 0);
    for (const block of blocks)
      assert.ok(1000 * block.match(/^\t+keepalive (\d+)s$/m)?.[1] < Number(kept.replace('_', '')), file);
  }
});

test('docs/deploy.md names existing settings, scripts and files', () => {
  const text = read('docs/deploy.md');
  const others = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'POST', 'PASSWORD'];
  for (const [name] of text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)) {
    if (!others.includes(name)) assert.match(settings, new RegExp(`^(# )?${name}=`, 'm'), name);
  }
  for (const [, name] of text.matchAll(/npm run (?:--silent )?([\w:]+)/g))
    assert.ok(manifest.scripts[name], name);
  for (const [path] of text.matchAll(/\bdeploy\/[\w.-]+\w/g)) assert.ok(existsSync(join(root, path)), path);
  for (const [, path] of text.matchAll(/\b(apps\/[\w./-]+\.ts)\b/g))
    assert.ok(existsSync(join(root, path)), path);
});

test('documents run pnpm with npx in its version of package.json, without a question', () => {
  for (const path of ['docs/deploy.md', 'docs/security.md']) {
    const commands = [...read(path).matchAll(/`(npx [^`]*pnpm[^`]*)`/g)].map(([, command]) => command);
    assert.deepEqual([...new Set(commands)], [`npx --yes ${manifest.packageManager} audit`], path);
  }
});
