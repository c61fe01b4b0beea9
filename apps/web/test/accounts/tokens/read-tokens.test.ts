import type { PlantStoreClient } from '@plant-store/client';
import { expect, test } from 'vitest';
import { readTokens } from '../../../src/accounts/tokens/read-tokens.ts';

test('all pages of the tokens are read', async () => {
  const pages: Record<string, object> = {
    first: { items: ['a', 'b'], nextCursor: 'second' },
    second: { items: ['c'] },
  };
  const query = async ({ cursor = 'first' }) => pages[cursor];
  const client = { tokens: { list: { query } } } as unknown as PlantStoreClient;
  expect(await readTokens(client)).toEqual(['a', 'b', 'c']);
});
