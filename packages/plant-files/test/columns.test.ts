import { describe, expect, test } from 'vitest';
import { type CsvHeader, columnNames, findCellIndex, UnclearColumns } from '../src/index.ts';
import { plantsIn, read, readErrorOf } from './reading.ts';

const mappingOf = async (header: string, columns?: CsvHeader['mapping'] | object) =>
  ((await read(`${header}\n`, { columns: columns as object })).header as CsvHeader).mapping;

describe('headers are recognised', () => {
  test.each([
    'id,name,tag',
    'ID,Name,Tag',
    ' Plant ID , Plant , Type ',
    'Nr.,Pflanze,Kategorie',
    'No.,SPECIES,category',
    'plant_number,botanical-name,group',
    '#,Náme,TÀG',
    'Numéro,Nom,Catégorie',
    'N°,Nom,Type',
    'N.º,Nome,Tipo',
    'Nº,Nombre científico,Grupo',
    '№,Botanische naam,Groep',
    'N° de plante,Nom latin,Étiquette',
    'Accession No.,Species,Group',
    'Acc. #,Plant,Labels',
    'Plant #,Plant name,Categories',
    'ID No.,Variety,Kategorien',
    'Inv.-Nr.,Sorte,Etiketten',
    'ID #,Nombre,Etiquetas',
    'Ref #,Libellé,Étiquettes',
    'Acc­ession-Number,Species,Group',
    'Référence,Désignation,Catégorie',
    'Réf.,Espèce,Type',
    'Código,Nombre,Tipo',
    'Cód.,Denominação,Categoria',
    'Codice,Specie,Gruppo',
    'Artikelcode,Naam,Categorie',
    'Art.-Nr.,Bezeichnung,Warengruppe',
    'Schlüssel,Deutscher Name,Typ',
    'Key,Name,Category',
    'Code,Name,Category',
    // All headers that docs/importing.md names.
    'Nr,Sorte,Gruppe',
    'SKU,Plant name,Category',
    'N°,Nom latin,Tipo',
  ])('%s', async (header) => expect(await mappingOf(header)).toEqual({ id: 0, name: 1, tag: 2 }));

  test('in any order, among other headers', async () =>
    expect(await mappingOf('price,Tag,colour,Name,ID')).toEqual({ id: 4, name: 3, tag: 1 }));

  test('without a tag column', async () =>
    expect(await mappingOf('id,name,price')).toEqual({ id: 0, name: 1 }));

  test('the exact name of a field has priority', async () =>
    expect(await mappingOf('number,id,species,name,type,tag')).toEqual({ id: 1, name: 3, tag: 5 }));

  test('a less usual header counts if the usual one is missing', async () =>
    expect(await mappingOf('SKU,Nr,Sorte,Pflanze,Tipo,Typ')).toEqual({ id: 1, name: 3, tag: 5 }));

  test('of two less usual headers none is chosen', async () =>
    expect(await readErrorOf('Code,Key,Name\n')).toMatch(/two columns could be the id: "Code", "Key"/));

  test('a column that begins with _ is ignored', async () =>
    expect(await mappingOf('_name,id,name,_tag,_id')).toEqual({ id: 1, name: 2 }));
});

describe('the caller may assign the columns', () => {
  test('by header, exactly or nearly', async () => {
    expect(await mappingOf('Nr,Botanical,id,name', { id: 'Nr', name: 'botanical ' })).toEqual({
      id: 0,
      name: 1,
    });
  });

  test('or declare that no column has tags', async () =>
    expect(await mappingOf('id,name,tag', { tag: null })).toEqual({ id: 0, name: 1 }));

  test('an assigned column is not used for another field', async () =>
    expect(await mappingOf('id,name,species', { name: 'species', tag: 'name' })).toEqual({
      id: 0,
      name: 2,
      tag: 1,
    }));

  test('an assigned column is not used by its usual name either', async () =>
    expect(await mappingOf('id,name,species', { tag: 'name' })).toEqual({ id: 0, name: 2, tag: 1 }));

  test('by letter, if the header is missing or repeated', async () => {
    expect(await mappingOf('id,name,,name', { name: 'D', tag: 'C' })).toEqual({ id: 0, name: 3, tag: 2 });
    expect(await mappingOf('id,name,D,price', { name: 'D' })).toEqual({ id: 0, name: 2 });
  });

  test('an unknown column is a fault that lists the columns', async () => {
    expect(await readErrorOf('id,name\n', { columns: { name: 'Botanical' } })).toBe(
      'no column for the name is named "Botanical"; the columns are "id", "name"',
    );
  });
});

describe('a fault lists the headers', () => {
  test.each([
    [
      'without an id',
      'Kode,name\n',
      /no column is the id; name one "id", or say which it is with idColumn= \(the columns in row 1 are "Kode", "name"; if another row has the headers, say which with headerRow=\)/,
    ],
    [
      'with another delimiter',
      'id name\n7 Fern\n',
      /no column is the id; .+; columns are separated by a comma, a semicolon, a tab or \| \(the columns in row 1 are "id name"/,
    ],
    ['without a name', 'id;Wort\n', /no column is the name.*with nameColumn=.*"id", "Wort"/],
    [
      'with the same header twice',
      'id,name,Name\n',
      /two columns could be the name: "name", "Name"; rename one, or say which it is with nameColumn= /,
    ],
    ['with two synonyms', 'Nr,Number,name\n', /two columns could be the id: "Nr", "Number"/],
    ['with two tags', 'id,name,type,group\n', /two columns could be the tag/],
    [
      'without a header row',
      'x,7,Fern,shade,2\n8,x,Moss,,1\n',
      /no header row, as its first row begins with "x"; put one above it, such as id,name,tag/,
    ],
    ['with many', `${Array.from({ length: 300 }, (_, i) => `c${i}`).join(',')}\n`, /"c19" and 280 more; if/],
  ])('%s', async (_what, file, message) => expect(await readErrorOf(file)).toMatch(message));
});

test('unclear columns are reported with the headers and the candidates', async () => {
  const unclear = await read('Nr,Wort,Type,Category\n').catch((error: unknown) => error);
  expect(unclear).toBeInstanceOf(UnclearColumns);
  expect(unclear).toMatchObject({
    code: 'unreadableFile',
    cells: ['Nr', 'Wort', 'Type', 'Category'],
    field: 'name',
    candidates: { id: [0], name: [], tag: [2, 3] },
  });
});

test('a column is named by its header or its letter, and found by that name', () => {
  const headers = [' Nr ', 'name', '', 'price', 'price'];
  expect(columnNames(headers)).toEqual(['Nr', 'name', 'C', 'D', 'E']);
  const found = ['Nr', 'name', 'C', 'F', 'AB'].map((name) => findCellIndex(headers, name));
  expect(found).toEqual([0, 1, 2, 5, 27]);
  // A header that is also another column's letter is ambiguous.
  expect(columnNames(['id', 'name', '', 'C'])).toEqual(['id', 'name', 'C', 'D']);
  expect(columnNames(['B', 'B', 'C'])).toEqual(['A', 'B', 'C']);
  for (const nobody of ['B', 'price', 'nobody', 'É']) expect(findCellIndex(headers, nobody)).toBeUndefined();
});

test.each([
  [{ id: 'x', name: 'x', tag: 'y' }, 'the id and the name'],
  [{ id: 'x', name: 'y', tag: 'x' }, 'the id and the tag'],
  [{ id: 'y', name: 'x', tag: 'x' }, 'the name and the tag'],
])('a column cannot be assigned to two fields: %j', async (columns, what) => {
  expect(await readErrorOf('x,y\n1,Fern\n', { columns })).toContain(`column "x" is assigned to both ${what}`);
});

test("no two columns have the same name, even if a header is another column's letter", async () => {
  const headers = ['note', 'note', 'id', 'A', 'ID'];
  expect(columnNames(headers)).toEqual(['A', 'B', 'id', 'D', 'ID']);
  expect(['A', 'D', 'ID', 'F'].map((name) => findCellIndex(headers, name))).toEqual([0, 3, 4, 5]);
  expect(columnNames(['id', 'name', 'D'])).toEqual(['id', 'name', 'C']);
  const { rows } = await read('note,note,id,A\nq,w,1,\n', { columns: { name: 'D' } });
  expect(rows[0]?.problems).toMatchObject([{ column: 'D' }]);
  const unclear = read('note,note,id,A\nq,w,1,x\n', { columns: { name: 'A' } });
  await expect(unclear).rejects.toThrow('two columns could be the name: "note", "A"');
});

describe('a file without a header row', () => {
  test.each([
    ['7,Fern,shade\n8,Moss,\n', ['id', 'name', 'tag']],
    ['7\tFern\n8\tMoss\n', ['id', 'name']],
  ])('with an id and a name in its first row is read by position: %j', async (file, cells) => {
    const { header, rows } = await read(file);
    expect(header).toMatchObject({ headerRow: undefined, cells });
    expect(rows.map(({ row, plant }) => [row, plant?.id])).toEqual([
      [1, 7n],
      [2, 8n],
    ]);
  });

  test.each(['7,8\n9,10\n', '7,Fern,shade,12\n', 'Fern,7\n'])(
    'is refused if the positions are unclear: %j',
    async (file) => {
      expect(await readErrorOf(file)).toMatch(/no header row/);
    },
  );

  test('is not assumed if the caller names columns', async () => {
    expect(await readErrorOf('7,Fern\n', { columns: { id: 'Nr' } })).toMatch(
      /no column for the id is named "Nr"/,
    );
  });
});

test('columns of NDJSON are its keys', async () => {
  expect(await plantsIn('{"Nr":7,"name":"Fern","tag":"x"}\n', { columns: { id: 'Nr', tag: null } })).toEqual([
    { id: 7n, name: 'Fern' },
  ]);
});
