import { startTransactionPooler } from '@plant-store/engine/testing/pooler';
import { expect, onTestFinished, test } from 'vitest';
import { backups, openDatabase } from '../../src/index.ts';
import { newFolder } from '../store.ts';
import { newDatabase, rowsOf } from '../testing.ts';

test('a pooler that mixes the schemas of its clients is refused with the way out', async () => {
  const url = await newDatabase();
  const pooled = await startTransactionPooler(url, onTestFinished);
  const address = `${pooled}?schema=shop`;
  const refusal = /the pooler at 127\.0\.0\.1:\d+ .* set pool_mode = session/;
  await expect(openDatabase(address)).rejects.toThrow(refusal);
  const options = { folder: newFolder(), onProgress: () => undefined };
  await expect(backups.create(address, options)).rejects.toThrow(refusal);
  expect(await rowsOf(url, `SELECT FROM pg_namespace WHERE nspname = 'shop'`)).toEqual([]);
});
