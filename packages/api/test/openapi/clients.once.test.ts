import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type AtEnd, oncePerFile } from '@plant-store/db/testing';
import { scopes } from '@plant-store/schema';
import { expect, onTestFinished, test } from 'vitest';
import { document } from '../../src/openapi/committed-document.ts';
import { shareStore } from '../store.ts';
import { blocksOf, makeFolder, root } from './documented.ts';

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
  const { folder, write, run } = makeFolder(await sharedStore(), atEnd);
  let output = '';
  for (const title of titles)
    for (const { language, block, file, command } of blocksOf('clients.md', title)) {
      if (block.startsWith('npm install')) install(folder, block);
      else if (language === 'sh') output += await run(block);
      else {
        write(file, block);
        output += await run(command);
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
