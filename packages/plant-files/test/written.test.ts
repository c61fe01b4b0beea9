import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guard, unguard } from '../src/cells/formula-guard.ts';
import { plantWriter, serializeFile } from '../src/index.ts';
import { csvRecords } from '../src/records/csv-records.ts';
import { anyPlant, oddText } from './generated.ts';
import { plantsIn } from './reading.ts';

type Plants = Parameters<ReturnType<typeof plantWriter>['lines']>[0];
const csvOf = (plants: Plants) => plantWriter('csv').head + plantWriter('csv').lines(plants);
const ndjsonOf = (plants: Plants) => plantWriter('ndjson').head + plantWriter('ndjson').lines(plants);

const anyPlants = fc.array(anyPlant, { maxLength: 8 });

test.each([
  ['CSV', csvOf],
  ['NDJSON', ndjsonOf],
])('plants that are written as %s and read again do not change', async (_format, write) => {
  await fc.assert(
    fc.asyncProperty(anyPlants, async (plants) => {
      const file = write(plants);
      // An empty NDJSON file has no rows.
      if (file !== '') expect(await plantsIn(file)).toStrictEqual(plants);
    }),
    { numRuns: 3_000 },
  );
});

const runsAsFormula = /^[\s]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

test('no cell except a negative id begins like a formula, not even after a semicolon or comma', () => {
  fc.assert(
    fc.property(anyPlants, (plants) => {
      const text = plantWriter('csv').lines(plants);
      const records = csvRecords({ delimiter: ',', newline: '\n', line: 1, rowsAbove: 0 }).push(text, true);
      expect(records.map(({ cells: [id] }) => id)).toEqual(plants.map(({ id }) => `${id}`));
      const texts = records.flatMap(({ cells: [, ...texts] }) => texts.flatMap((cell) => cell.split(/[;,]/)));
      expect(texts.filter((cell) => runsAsFormula.test(cell))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('unguard restores any guarded text', () => {
  fc.assert(
    fc.property(oddText, (text) => void expect(unguard(guard(text))).toBe(text)),
    { numRuns: 10_000 },
  );
});

describe('a text without the beginning of a formula gets no guard', () => {
  test.each(['Fern', "O'Hara", "'Mainacht'", 'a=b', 'x - y', 'a; b', "it's -5"])('%s', (text) => {
    expect([guard(text), unguard(text)]).toEqual([text, text]);
  });
});

test('CSV has a byte order mark, CRLF and guards, for spreadsheets', () => {
  expect(
    csvOf([
      { id: 7n, name: 'Pūhā' },
      { id: -9223372036854775808n, name: 'Fern, large', tag: '12" pot' },
      { id: 8n, name: '=HYPERLINK("x")', tag: "'+1" },
    ]),
  ).toBe(
    '\ufeffid,name,tag\r\n7,Pūhā,\r\n-9223372036854775808,"Fern, large","12"" pot"\r\n8,"\'=HYPERLINK(""x"")",\'\'+1\r\n',
  );
});

test('NDJSON has exact numbers and no guards, for programs', () => {
  expect(
    ndjsonOf([
      { id: 9223372036854775807n, name: 'Pūhā', tag: '=1' },
      { id: 7n, name: 'F' },
    ]),
  ).toBe('{"id":9223372036854775807,"name":"Pūhā","tag":"=1"}\n{"id":7,"name":"F"}\n');
});

test('a file is written batch by batch', async () => {
  async function* batches() {
    yield [{ id: 7n, name: 'Fern' }];
    yield [];
    yield [{ id: 8n, name: 'Moss' }];
  }
  const texts = [];
  for await (const text of serializeFile(plantWriter('csv'), batches())) texts.push(text);
  expect(texts).toEqual(['\ufeffid,name,tag\r\n', '7,Fern,\r\n', '8,Moss,\r\n']);
});
