import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type AtEnd, oncePerFile } from '@plant-store/db/testing';
import { scopes } from '@plant-store/schema';
import { expect, onTestFinished, test } from 'vitest';
import { document } from '../../src/openapi/committed-document.ts';
import { shareStore } from '../store.ts';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
const packages = join(root, 'packages/api/test/clients');
const tsc = join(root, 'node_modules/.bin/tsc');
const has = (command: string) => spawnSync(command, { stdio: 'ignore' }).error === undefined;

const sharedStore = shareStore(async (start) => {
  const store = await start();
  const plants = Array.from({ length: 201 }, (_, id) => ({ id, name: 'Ficus' }));
  await store.send('/plants/bulk', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plants }),
  });
  return { ...store, token: await store.tokenFor(...scopes) };
});

/** Does in an empty folder what the page says in these sections: the output of all their blocks. */
async function follow(titles: string[], atEnd: AtEnd = onTestFinished) {
  const { url, token } = await sharedStore();
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-clients-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) =>
    // Only the port differs, since 4000 may be in use on this machine.
    writeFileSync(join(folder, name), text.replaceAll('127.0.0.1:4000', new URL(url).host));
  mkdirSync(join(folder, 'data'));
  write('data/first-token', `${token}\n`);
  const [setToken = ''] = /^export .*\n/m.exec(page) ?? [];
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const run = async (lines: string) => {
    write('run.sh', setToken + lines);
    return (await promisify(execFile)('bash', ['-e', 'run.sh'], { cwd: folder, env })).stdout;
  };
  let output = '';
  for (const title of titles) {
    const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    for (const { 1: language, 2: block = '', index } of section.matchAll(/^```(\w+)\n(.*?)^```/gms)) {
      const paragraph = section.slice(0, index).trimEnd().split('\n\n').at(-1) ?? '';
      if (block.startsWith('npm install')) install(folder, block);
      else if (language === 'sh') output += await run(block);
      else {
        write(/`([\w.]+)`/.exec(paragraph)?.[1] ?? '', block);
        output += await run(/`((?:node|python3|go run) [\w.]+)`/.exec(paragraph)?.[1] ?? '');
      }
    }
  }
  return { output, write, run };
}

/** In place of an installation, a link to the same packages. */
function install(folder: string, block: string) {
  const { devDependencies } = JSON.parse(readFileSync(join(packages, 'package.json'), 'utf8'));
  for (const [, name = '', version] of block.matchAll(/ (@?[a-z/-]+)@([\d.]+)/g))
    expect([name, `${devDependencies[name]}.`.startsWith(`${version}.`)]).toEqual([name, true]);
  symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'));
}

test.runIf(has('curl'))('the shell block of docs/clients.md adds its plant', async () => {
  expect((await follow(['Shell'])).output).toBe('{"name":"Ficus lyrata"}');
});

test.runIf(has('python3'))(
  'the Python block of docs/clients.md adds its plant and lists it exactly',
  async () => {
    expect((await follow(['Python'])).output).toContain('9007199254740995 Ficus elastica\n');
  },
);

test.runIf(has('go'))('the Go block of docs/clients.md lists a plant exactly', async () => {
  const { post } = await sharedStore();
  await post('{"id":-9007199254740993,"name":"Ficus maxima"}');
  expect((await follow(['Go'])).output).toContain('-9007199254740993 Ficus maxima\n');
});

const followed = oncePerFile((atEnd) => follow(['JavaScript', 'TypeScript'], atEnd));

test('the JavaScript and TypeScript of docs/clients.md add their plants, and read all pages exactly', async () => {
  const { output } = await followed();
  expect(output).toContain("{ id: 9007199254740997n, name: 'Ficus pumila' }\n");
  expect(output).toMatch(/^9007199254740999n Ficus carica\n/m);
  expect(output.match(/^\d+n Ficus$/gm)).toHaveLength(201);
});

test('clients of openapi-typescript and hey-api compile strictly, and every operation has error.message', async () => {
  const { run, write } = await followed();
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string }>).map(([method, { operationId }]) => ({
      ...{ path, method: method.toUpperCase(), operationId },
    })),
  );
  expect(operations.length).toBeGreaterThan(25);
  write(
    'errors.ts',
    `import createClient from 'openapi-fetch';
import * as hey from './hey/index.js';
import type { paths } from './plant-store.d.ts';
const store = createClient<paths>();
export const messages: (string | undefined)[] = [
${operations.map(({ path, method, operationId }) => `(await store.${method}('${path}', {} as never)).error?.message,\n(await hey.${operationId}({} as never)).error?.message,`).join('\n')}
];
const added = await hey.createPlant({ body: { id: 7, name: 'Fern' } });
const page = await hey.listPlants({ query: { limit: 200 } });
export const said: string | undefined = added.error?.message ?? added.data?.name;
export const names: string[] | undefined = page.data?.map(({ id, name, tag }) => \`\${id satisfies number} \${name} \${tag}\`);
export const next: string | null | undefined = page.response?.headers.get('Link');
export const file: string | undefined = (await hey.exportPlants()).data;
`,
  );
  const { url } = await sharedStore();
  await run(
    `node_modules/.bin/openapi-ts -s -i ${url}/openapi.json -o hey -p @hey-api/client-fetch @hey-api/sdk @hey-api/typescript`,
  );
  const strict =
    '--strict --noUncheckedIndexedAccess --noEmit --skipLibCheck --target es2024 --module preserve';
  const compile = `${tsc} ${strict} --allowImportingTsExtensions --types node plants.ts errors.ts`;
  expect(await run(`${compile} && echo compiled || true`)).toBe('compiled\n');
});
