import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

const foreign = ['@plant-store/schema/plants', '@exodus/bytes/encoding-browser.js'];

test('the package imports only its part of the schema, decoders and itself, no module of Node', () => {
  const imported = files.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) =>
      from.startsWith('.') ? join(dirname(name), from) : from,
    ),
  );
  const own = files.map(({ name }) => name);
  expect(imported).toEqual(expect.arrayContaining(foreign));
  expect(imported.filter((from) => !foreign.includes(from) && !own.includes(from))).toEqual([]);
  const users = files.filter(({ text }) =>
    /\b(process|Buffer|global|require|__dirname|setImmediate)\b\s*[.([]/.test(text),
  );
  expect(users.map(({ name }) => name)).toEqual([]);
});
