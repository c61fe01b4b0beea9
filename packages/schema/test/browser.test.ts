import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

test('the schema imports only zod and itself', () => {
  const imported = files.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:\bfrom\s+|^import\s+|\b(?:import|require)\s*\(\s*)['"]([^'"]+)['"]/gm)].map(
      ([, from = '']) => (from.startsWith('.') ? join(dirname(name), from) : from),
    ),
  );
  const allowed = ['zod', 'zod/mini', ...files.map(({ name }) => name)];
  expect(imported).toContain('zod');
  expect(imported.filter((from) => !allowed.includes(from))).toEqual([]);
});

test('the schema uses no global of Node', () => {
  const users = files.filter(({ text }) =>
    /\b(process|Buffer|global|require|__dirname)\b\s*[.([]/.test(text),
  );
  expect(users.map(({ name }) => name)).toEqual([]);
});
