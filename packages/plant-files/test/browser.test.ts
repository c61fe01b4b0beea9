import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

test('the package imports only the schema and itself, no module of Node', () => {
  const imported = files.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) =>
      from.startsWith('.') ? join(dirname(name), from) : from,
    ),
  );
  const own = files.map(({ name }) => name);
  expect(imported).toContain('@plant-store/schema');
  expect(imported.filter((from) => from !== '@plant-store/schema' && !own.includes(from))).toEqual([]);
  const users = files.filter(({ text }) =>
    /\b(process|Buffer|global|require|__dirname|setImmediate)\b\s*[.([]/.test(text),
  );
  expect(users.map(({ name }) => name)).toEqual([]);
});
