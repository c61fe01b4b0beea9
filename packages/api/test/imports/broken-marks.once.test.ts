import { expect, test } from 'vitest';
import { startStore } from '../store.ts';
import { importFile } from './importing.ts';

const golden =
  'id,name,tag\n8071,"Golden Pothos,climber\n8072,Fern,fern\n8073,"Ivy",climber\n8074,Moss,moss\n';
const ids = 'SELECT "id" FROM "plants" ORDER BY "id"';

test('a broken quotation mark fails its row alone, in a dry run too, and the corrected file adds it', async () => {
  const store = await startStore();
  const dry = await importFile(store, golden, { query: '?dryRun=true' });
  const { status, body } = await importFile(store, golden);
  expect([status, body]).toMatchObject([200, { rows: 4, created: 3, failed: 1, warnings: [] }]);
  expect(body).not.toHaveProperty('quoteEscape');
  expect(body.errors).toMatchObject([
    {
      row: 2,
      column: null,
      message: expect.stringMatching(/mark in line 4, column 6,.*in line 2, column 6/),
    },
  ]);
  expect(dry.body).toMatchObject({ rows: 4, created: 3, failed: 1, errors: body.errors });
  expect(await store.rows(ids)).toEqual([{ id: 8072n }, { id: 8073n }, { id: 8074n }]);

  const annotated = await (await store.send(body.annotated)).text();
  const [, row = ''] = annotated.split('\n');
  expect(row).toMatch(/^"8071,""Golden Pothos,climber",,,failed,"the line has a broken quotation mark/);
  const again = await importFile(store, annotated.replace(row, '8071,Golden Pothos,climber,,,'));
  expect(again.body).toMatchObject({ created: 1, skipped: 3, failed: 0 });
});

test('the answer says that a file writes its inner marks with a backslash', async () => {
  const store = await startStore();
  const { body } = await importFile(store, 'id,name\n1,"Hosta \\"Royal Gold\\""\n');
  expect(body).toMatchObject({ created: 1, quoteEscape: 'backslash' });
  expect(await store.rows('SELECT "name" FROM "plants"')).toEqual([{ name: 'Hosta "Royal Gold"' }]);
});
