import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { NewPlant } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { type Database, imports, plantHistory, plants } from '../../src/index.ts';
import { annotatedText, importText, inPieces } from '../files.ts';
import { emptyStore } from '../store.ts';

const numbers = ({ rows, created, updated, skipped, failed }: Awaited<ReturnType<typeof importText>>) => ({
  rows,
  created,
  updated,
  skipped,
  failed,
});
const all = 'SELECT "id", "name", "tag" FROM "plants" ORDER BY "id"';

test('an import adds valid rows, reports invalid cells with their rows, and counts both', async () => {
  const { db, rows } = await emptyStore();
  const file = 'id,name,tag\n1,Fern,shade\n9.22337E+18,Moss,\n3,,x\n\n4,Aloe,\n';
  const result = await importText(db, file, { file: 'plants.csv' }, { actorId: 5n });
  expect(numbers(result)).toEqual({ rows: 4, created: 2, updated: 0, skipped: 0, failed: 2 });
  expect(result.errors).toMatchObject([
    {
      row: 3,
      column: 'id',
      value: '9.22337E+18',
      message: expect.stringMatching(/shortened by a spreadsheet/),
    },
    { row: 4, column: 'name', value: '', message: 'is empty; give 1 to 200 characters' },
  ]);
  expect(await rows(all)).toEqual([
    { id: 1n, name: 'Fern', tag: 'shade' },
    { id: 4n, name: 'Aloe', tag: null },
  ]);
  expect(await rows('SELECT * FROM "receipts"')).toMatchObject([
    { id: result.id, kind: 'import', actor_id: 5n, file: 'plants.csv', rows: 4n, created: 2n, failed: 2n },
  ]);
  const { changes } = await plantHistory.list(db, 4n, { limit: 9 });
  expect(changes).toMatchObject([
    { change: 'created', receipt: { id: result.id, kind: 'import', file: 'plants.csv', line: 6 } },
  ]);
});

test('imported plants are listed in the order of the file after older plants, and are found', async () => {
  const { db } = await emptyStore();
  await plants.create(db, { id: 50n, name: 'Old' });
  await importText(
    db,
    'id,name\n30,Third\n-9223372036854775808,First one\n9223372036854775807,Last\n20,Pūhā\n',
  );
  await plants.create(db, { id: 60n, name: 'New' });
  const { plants: listed } = await plants.list(db, { limit: 9 } as never);
  expect(listed.map(({ name }) => name)).toEqual(['New', 'Pūhā', 'Last', 'First one', 'Third', 'Old']);
  const found = await plants.list(db, { limit: 9, filter: plants.filterOf({ q: 'puha' }) } as never);
  expect(found.plants).toEqual([{ id: 20n, name: 'Pūhā' }]);
});

const there = 'id,name,tag\n1,Fern,shade\n2,Moss,\n3,Aloe,sun\n';
const plantsThere = [
  { id: 1n, name: 'Fern', tag: 'shade' },
  { id: 2n, name: 'Moss' },
  { id: 3n, name: 'Aloe', tag: 'sun' },
];
/** Adds plants without an import, which starts a thread. */
async function add(db: Database, newPlants: NewPlant[]) {
  for (const plant of newPlants) await plants.create(db, plant);
}

const again = 'id,name,tag\n1,Fern,shade\n2,Moss,wet\n3,Agave,sun\n4,Rose,\n';

test.each([
  ['refuse', { rows: 4, created: 1, updated: 0, skipped: 1, failed: 2 }, ['Moss', 'Aloe']],
  ['skip', { rows: 4, created: 1, updated: 0, skipped: 3, failed: 0 }, ['Moss', 'Aloe']],
  ['update', { rows: 4, created: 1, updated: 2, skipped: 1, failed: 0 }, ['Moss', 'Agave']],
] as const)(
  'an import treats taken ids as documented for %s, and skips identical rows',
  async (duplicates, counts, names) => {
    const { db, rows } = await emptyStore();
    await add(db, plantsThere);
    const dry = await importText(db, again, { duplicates, isDryRun: true });
    expect(numbers(dry)).toEqual(counts);
    expect((await rows(all)).map(({ name }) => name)).toEqual(['Fern', 'Moss', 'Aloe']);
    const result = await importText(db, again, { duplicates });
    expect(numbers(result)).toEqual(counts);
    expect(result.errors).toEqual(dry.errors);
    expect((await rows(all)).map(({ name }) => name)).toEqual(['Fern', ...names, 'Rose']);
  },
);

test('a refused row is reported with the plant that has its id', async () => {
  const { db } = await emptyStore();
  await add(db, plantsThere);
  const { errors, id } = await importText(db, again);
  expect(errors).toEqual([
    {
      row: 3,
      column: 'id',
      value: '2',
      message:
        'is already taken by "Moss"; give another id, or choose to update or skip existing plants (duplicates=update or skip)',
      holder: 'Moss',
    },
    {
      row: 4,
      column: 'id',
      value: '3',
      message:
        'is already taken by "Aloe"; give another id, or choose to update or skip existing plants (duplicates=update or skip)',
      holder: 'Aloe',
    },
  ]);
  expect(await annotatedText(db, id)).toBe(
    `id,name,tag,_status,_problem,_suggestion
1,Fern,shade,skipped,,
2,Moss,wet,failed,"id is already taken by ""Moss""; give another id, or choose to update or skip existing plants (duplicates=update or skip)",
3,Agave,sun,failed,"id is already taken by ""Aloe""; give another id, or choose to update or skip existing plants (duplicates=update or skip)",
4,Rose,,created,,
`,
  );
});

test('an updated plant keeps its place and its former values, with the row and actor of the import', async () => {
  const { db, rows } = await emptyStore();
  await plants.create(db, { id: 2n, name: 'Moss' }, { actorId: 1n });
  await plants.update(db, { id: 2n, name: 'Bog moss' }, { actorId: 2n });
  const [before] = await rows('SELECT "added_at" FROM "plants"');
  const { id } = await importText(db, again, { duplicates: 'update' }, { actorId: 3n });
  expect(await rows('SELECT "added_at" FROM "plants" WHERE "id" = 2')).toEqual([before]);
  const { changes } = await plantHistory.list(db, 2n, { limit: 9 });
  expect(changes).toMatchObject([
    {
      change: 'changed',
      receipt: { id, line: 3 },
      before: { name: 'Bog moss' },
      plant: { name: 'Moss', tag: 'wet' },
    },
    { change: 'changed', receipt: undefined, before: { name: 'Moss' }, plant: { name: 'Bog moss' } },
    { change: 'created', before: undefined, plant: { name: 'Moss' } },
  ]);
  expect(await rows('SELECT "change", "actor_id" FROM "plant_versions" ORDER BY "changed_at"')).toEqual([
    { change: 0n, actor_id: 1n },
    { change: 1n, actor_id: 2n },
  ]);
});

test('a file without a column for tags keeps the tags', async () => {
  const { db, rows } = await emptyStore();
  await add(db, plantsThere);
  const result = await importText(db, 'id,name\n1,Fern\n3,Agave\n', { duplicates: 'update' });
  expect(numbers(result)).toEqual({ rows: 2, created: 0, updated: 1, skipped: 1, failed: 0 });
  expect(await rows('SELECT "name", "tag", "folded" FROM "plants" WHERE "id" = 3')).toEqual([
    { name: 'Agave', tag: 'sun', folded: ' agave\n sun' },
  ]);
});

test.each([
  [
    'refuse',
    ['created', 'skipped', 'failed', 'failed'],
    ['Fern', 'Moss'],
    'id is already in row 2 of this file; give another id',
  ],
  ['skip', ['created', 'skipped', 'skipped', 'skipped'], ['Fern', 'Moss'], ''],
  ['update', ['skipped', 'skipped', 'created', 'updated'], ['Sage', 'Rush'], ''],
] as const)(
  'an import treats duplicate ids in the file as documented for %s',
  async (duplicates, statuses, names, problem) => {
    const { db, rows } = await emptyStore();
    await add(db, [{ id: 9n, name: 'Moss' }]);
    const file = 'id,name\n1,Fern\n1,Fern\n1,Sage\n9,Rush\n';
    const dry = await importText(db, file, { duplicates, isDryRun: true });
    const result = await importText(db, file, { duplicates });
    expect(numbers(dry)).toEqual(numbers(result));
    expect(result.rows).toBe(result.created + result.updated + result.skipped + result.failed);
    const lines = (await annotatedText(db, result.id)).trim().split('\n').slice(1);
    expect(lines.map((line) => line.split(',')[2])).toEqual(statuses);
    expect(lines[2]).toContain(problem);
    expect(await annotatedText(db, dry.id)).toBe(await annotatedText(db, result.id));
    expect((await rows(all)).map(({ name }) => name)).toEqual(names);
  },
);

test('ids in any order with many duplicates give the result of single requests', async () => {
  const { db, rows } = await emptyStore();
  const lines = Array.from(
    { length: 3_000 },
    (_, i) => `${(i * 7919) % 1009},Plant ${i},${i % 3 ? 'x' : ''}`,
  );
  const result = await importText(db, `id,name,tag\n${lines.join('\n')}\n`, { duplicates: 'update' });
  expect(numbers(result)).toEqual({ rows: 3_000, created: 1_009, updated: 0, skipped: 1_991, failed: 0 });
  const last = new Map(lines.map((line) => [line.split(',')[0], line.split(',')[1]]));
  const stored = await rows(all);
  expect(stored).toHaveLength(1_009);
  for (const { id, name } of stored) expect(name).toBe(last.get(String(id)));
});

test('the import of a corrected annotated file skips stored rows', async () => {
  const { db, rows } = await emptyStore();
  const first = await importText(db, 'id;name;note\n1;Fern;a\n#2;Moss;"b;c"\nx;Aloe;\n');
  const sheet = await annotatedText(db, first.id);
  expect(sheet).toContain('#2;Moss;"b;c";failed;');
  const corrected = sheet.replace('#2;', '2;').replace('\nx;', '\n3;');
  const second = await importText(db, corrected);
  expect(numbers(second)).toEqual({ rows: 3, created: 2, updated: 0, skipped: 1, failed: 0 });
  expect(await rows(all)).toHaveLength(3);
});

test('a dry run leaves no plant, no receipt and no history', async () => {
  const { db, rows } = await emptyStore();
  await add(db, plantsThere);
  const state = async () => [
    await rows('SELECT * FROM "plants" ORDER BY "id"'),
    await rows('SELECT * FROM "plant_versions"'),
    await rows('SELECT * FROM "receipts"'),
    await rows('SELECT * FROM "idempotency_keys"'),
  ];
  const before = await state();
  await importText(db, again, { duplicates: 'update', isDryRun: true });
  expect(await state()).toEqual(before);
});

test('an incompletely read file is not stored', async () => {
  const { db, rows } = await emptyStore();
  const cut = `id,name\n${Array.from({ length: 5_000 }, (_, i) => `${i},Fern`).join('\n')}\n5000,"Moss`;
  await expect(importText(db, cut)).rejects.toMatchObject({
    code: 'unreadableFile',
    message: expect.stringMatching(/line 5002, column 6: it was cut off/),
  });
  for (const table of ['plants', 'imports', 'import_pieces', 'receipts'])
    expect(await rows(`SELECT count(*) AS n FROM "${table}"`)).toEqual([{ n: 0n }]);
});

test('an import stores nothing if its source fails or a signal cancels it', async () => {
  const { db, rows, path } = await emptyStore();
  const broken = new Error('the connection broke');
  const bytes = (async function* () {
    yield* inPieces(there);
    throw broken;
  })();
  await expect(importText(db, '', { bytes } as never)).rejects.toBe(broken);
  const controller = new AbortController();
  const endless = (async function* () {
    yield* inPieces('id,name\n');
    for (let id = 1; ; id++) yield* inPieces(`${id},Fern\n`);
  })();
  const onProgress = () => controller.abort(broken);
  const ended = importText(
    db,
    '',
    { bytes: endless } as never,
    {},
    { onProgress, signal: controller.signal },
  );
  await expect(ended).rejects.toBe(broken);
  expect(await rows('SELECT count(*) AS n FROM "plants"')).toEqual([{ n: 0n }]);
  expect(numbers(await importText(db, there)).created).toBe(3);
  if (db.engine === 'sqlite')
    expect(readdirSync(dirname(path)).filter((name) => name.includes('-import-'))).toEqual([]);
});

test('a repeated key gets the first answer for the same file, and a refusal for another file', async () => {
  const { db, rows } = await emptyStore();
  const onReplay = vi.fn();
  const by = { actorId: 1n, idempotencyKey: { key: 'k', hash: 'h', onReplay } };
  const both = await Promise.all([importText(db, there, {}, by), importText(db, there, {}, by)]);
  expect(both[0]).toEqual(both[1]);
  expect(onReplay).toHaveBeenCalledTimes(1);
  expect(await rows('SELECT count(*) AS n FROM "receipts"')).toEqual([{ n: 1n }]);
  expect(await rows('SELECT count(*) AS n FROM "imports"')).toEqual([{ n: 1n }]);
  await expect(importText(db, again, {}, by)).rejects.toMatchObject({ code: 'badRequest' });
});

test('concurrent imports are all stored, even if they share ids', async () => {
  const { db, rows } = await emptyStore();
  const file = (name: string) =>
    `id,name\n${Array.from({ length: 300 }, (_, i) => `${i},${name}`).join('\n')}\n`;
  const results = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => importText(db, file(name), { duplicates: 'update' })),
  );
  expect(results.map(({ created }) => created).sort()).toEqual([0, 0, 0, 300]);
  expect(results.reduce((sum, { updated }) => sum + updated, 0)).toBe(900);
  expect(await rows('SELECT count(*) AS n FROM "plant_versions"')).toEqual([{ n: 900n }]);
});

test('upkeep deletes imported files after a week, in pieces', async () => {
  const { db, rows } = await emptyStore();
  const { id } = await importText(db, there);
  const young = await importText(db, again);
  const old = id - 604_800_000_000n;
  await rows(`UPDATE "imports" SET "id" = ${old} WHERE "id" = ${id}`);
  await rows(`UPDATE "import_pieces" SET "import_id" = ${old} WHERE "import_id" = ${id}`);
  const gone = { code: 'notFound', message: expect.stringMatching(/are kept for seven days/) };
  await expect(annotatedText(db, old)).rejects.toMatchObject(gone);
  expect(await imports.purge(db, 1)).toBe(1);
  expect(await rows('SELECT "id" FROM "imports"')).toEqual([{ id: young.id }]);
  expect(await imports.purge(db, 1)).toBe(0);
  await expect(annotatedText(db, old)).rejects.toMatchObject(gone);
  expect(await annotatedText(db, young.id)).toContain('_status');
});

test('the download of a file that is deleted meanwhile fails', async () => {
  const { db, rows } = await emptyStore();
  const lines = Array.from({ length: 12_000 }, (_, i) => `${i},A plant with a long name, number ${i}`);
  const { id } = await importText(db, `id,name\n${lines.join('\n')}\n`);
  const pieces = `FROM "import_pieces" WHERE "import_id" = ${id}`;
  expect(await rows(`SELECT 1 ${pieces} AND "kind" = 'file'`)).toHaveLength(2);
  const { text } = await imports.annotated(db, id);
  let all = '';
  const download = (async () => {
    for await (const part of text) {
      all += part;
      if (!all.includes('number 0')) continue;
      await rows(`DELETE FROM "imports" WHERE "id" = ${id}`);
      await rows(`DELETE ${pieces}`);
    }
  })();
  await expect(download).rejects.toMatchObject({ code: 'notFound' });
  expect(all).toContain('number 0');
});

test('NDJSON is imported and annotated exactly', async () => {
  const { db } = await emptyStore();
  const result = await importText(db, '{"id":9007199254740993,"name":"Fern"}\n{"id":"7","name":"Moss"}\n');
  expect(numbers(result)).toMatchObject({ rows: 2, created: 1, failed: 1 });
  expect(await annotatedText(db, result.id)).toMatch(
    /^\{"id":9007199254740993,"name":"Fern","_status":"created"\}\n\{"id":"7","name":"Moss","_status":"failed","_problem":"id /,
  );
});

test.each(['refuse', 'skip', 'update'] as const)(
  'with %s, a new id that another plant gets during the import fails, and does not change it',
  async (duplicates) => {
    const { db, rows } = await emptyStore();
    await add(db, [
      { id: 1n, name: 'Fern' },
      { id: 5n, name: 'Taken meanwhile' },
      { id: 6n, name: 'Hoya' },
    ]);
    const file = 'id,name\n1,Agave\n5,Rose\n6,Hoya\n7,Iris\n';
    for (const isDryRun of [true, false]) {
      const result = await importText(db, file, { duplicates, newIdsFrom: 5n, isDryRun });
      expect(result.errors.filter(({ row }) => row === 3)).toMatchObject([
        { column: 'id', value: '5', message: 'is now taken by another plant; give another id' },
      ]);
      expect(numbers(result)).toMatchObject({ created: 1, updated: duplicates === 'update' ? 1 : 0 });
    }
    expect((await rows(all)).map(({ name }) => name)).toEqual([
      duplicates === 'update' ? 'Agave' : 'Fern',
      'Taken meanwhile',
      'Hoya',
      'Iris',
    ]);
  },
);
