import { int64Max } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { correctedFile } from '../../../src/imports/file/corrected-file.ts';
import { newIds } from '../../../src/imports/file/new-ids.ts';

const plants = (text: string) => new File([text], 'plants.csv');

test('rows whose ids contain letters get new ids above all ids of the store and the file', async () => {
  const file = plants('Nr;name\nA-17;Aloe\n\n8;Fern\n900;\n#9;Moss\n;Rose\nB-2;"Hoya; big"\n1.2E+9;Iris\n');
  const given = await newIds(file, {}, 49n);
  expect(given).toMatchObject({ first: 901n, last: 902n });
  expect(await (await correctedFile(file, {}, given?.corrections ?? [])).text()).toBe(
    'Nr;name\n901;Aloe\n\n8;Fern\n900;\n#9;Moss\n;Rose\n902;"Hoya; big"\n1.2E+9;Iris\n',
  );
  const few = plants('id,name\nA,Aloe\n8,Fern\n');
  expect(await newIds(few, {}, 49n)).toMatchObject({ first: 50n, last: 50n });
  for (const highest of [undefined, -7n]) expect(await newIds(few, {}, highest)).toMatchObject({ first: 9n });
  await expect(newIds(few, {}, int64Max)).rejects.toThrow('not enough ids');
});

test('a CSV file with numeric ids and an NDJSON file get no new ids', async () => {
  expect(await newIds(plants('id,name\n7,Aloe\n'), {}, 49n)).toBeUndefined();
  const lines = new File(['{"id":"A","name":"Aloe"}\n'], 'plants.ndjson');
  expect(await newIds(lines, {}, 49n)).toBeUndefined();
});

test('new ids never exceed the largest possible id', async () => {
  const file = plants(`id,name\n${int64Max - 1n},Aloe\nA,Fern\n`);
  expect(await newIds(file, {}, 0n)).toMatchObject({ first: int64Max });
  await expect(newIds(plants(`id,name\n${int64Max},Aloe\nA,Fern\n`), {}, 0n)).rejects.toThrow(
    'not enough ids',
  );
});
