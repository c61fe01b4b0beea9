import { join } from 'node:path';
import { expect, test } from 'vitest';
import { promote } from '../../src/promotion.ts';
import { annotatedText, importText } from '../files.ts';
import { newFolder, open } from '../store.ts';
import { newDatabase } from '../testing.ts';

test('the file of an import is the same, byte for byte, after a promotion to PostgreSQL', async () => {
  const path = join(newFolder(), 'plants.db');
  const db = await open(`file:${path}`);
  const { id } = await importText(db, 'id,name,note\n1,Fern,"ü\u0001, 🌿"\nx,Moss,\n');
  const before = await annotatedText(db, id);
  await db.close();
  const target = await newDatabase();
  const signal = new AbortController().signal;
  await promote(path, target, { onProgress: () => undefined, signal });
  expect(await annotatedText(await open(target), id)).toBe(before);
});
