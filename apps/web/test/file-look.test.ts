import { expect, test } from 'vitest';
import { lookAt } from '../src/import/file-look.ts';

const look = (text: string, name = 'plants.csv', choice = {}) => lookAt(new File([text], name), choice);

test('which column holds what is seen, and the first rows as they would be stored', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => `${index},  Plant ${index},herb`);
  const { columns, preview } = await look(`Nr,name,Typ\nx,Bad,\n${rows.join('\n')}`);
  expect(columns?.shown).toEqual({ id: 'Nr', name: 'name', tag: 'Typ' });
  expect(preview.map(({ id, name, tag }) => `${id} ${name} ${tag}`)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `${index} Plant ${index} herb`),
  );
});

test('what is not clear is left to be chosen, from all columns', async () => {
  const { columns, problem, preview } = await look('id,Wort,,Type,Category\n7,Aloe,x,y,');
  expect(columns?.shown).toEqual({ id: 'id', name: undefined, tag: undefined });
  expect(columns?.options.map(({ label }) => label)).toEqual(['id', 'Wort', 'column C', 'Type', 'Category']);
  expect(columns?.options.map(({ sample }) => sample)).toEqual(['7', 'Aloe', 'x', 'y', '']);
  expect(problem).toBe('no column is the name: choose the one that is');
  expect(preview).toEqual([]);
  const chosen = await look('id,Wort,,Type,Category\n7,Aloe,x,y,z', 'plants.csv', {
    name: 'Wort',
    tag: 'C',
  });
  expect(chosen.columns?.shown).toEqual({ id: 'id', name: 'Wort', tag: 'C' });
  expect(chosen.columns?.options[1]).toEqual({ name: 'Wort', label: 'Wort', sample: 'Aloe' });
  const two = await look('id,name,Type,Category\n7,Aloe,x,y');
  expect(two.problem).toBe('two columns could be the tag, “Type” and “Category”: choose one');
  const same = await look('id,name\n7,Aloe', 'plants.csv', { id: 'id', name: 'id' });
  expect(same.problem).toMatch(/^“id” is chosen for the name and for something else/);
  expect(chosen.preview).toEqual([{ id: 7n, name: 'Aloe', tag: 'x' }]);
});

test('a file without headers, and one of NDJSON, have no columns to choose from', async () => {
  const plants = [{ id: 7n, name: 'Aloe' }];
  expect(await look('7,Aloe')).toEqual({
    columns: undefined,
    problem: undefined,
    preview: plants,
    isCsv: true,
  });
  const lines = await look('{"id":7,"name":"Aloe"}', 'plants.ndjson');
  expect(lines).toEqual({ columns: undefined, problem: undefined, preview: plants, isCsv: false });
});

test('what else is wrong with a file is for the store to say', async () => {
  expect(await look('\u0000\u0001')).toMatchObject({ columns: undefined, problem: undefined, preview: [] });
});
