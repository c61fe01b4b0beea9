import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const AsyncFunction = (async () => undefined).constructor as new (
  ...words: string[]
) => (...values: unknown[]) => Promise<void>;

test('the Playwright test of the README adds a plant', async ({ page, store }) => {
  const [, body = ''] = /async \(\{ page \}\) => \{\n([\s\S]*?)\n\}\);/.exec(readme) ?? [];
  expect(body).toContain('http://127.0.0.1:3000');
  // Only the address and the file of the token are those of this store.
  const pasted = body.replace('http://127.0.0.1:3000', store.webUrl);
  await new AsyncFunction('page', 'expect', 'readFileSync', pasted)(page, expect, () => store.token);
});
