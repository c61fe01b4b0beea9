import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotatedWriter, failure, type RowOutcome } from '../src/index.ts';
import { oddText } from './generated.ts';
import { read } from './reading.ts';

/** The annotated file: each row with its problems, or `created`. */
async function annotated(file: string, outcomeOf?: (row: number) => RowOutcome): Promise<string> {
  const { header, rows } = await read(file);
  const writer = annotatedWriter(header);
  const outcome = (row: (typeof rows)[0]) =>
    outcomeOf?.(row.row) ?? (row.plant ? ({ status: 'created' } as const) : failure(row.problems));
  return writer.head + writer.lines(rows.map((row) => ({ ...row, outcome: outcome(row) })));
}

test('the annotated file has every cell of the original, and the outcome of each row', async () => {
  expect(await annotated('\ufeffNr;Pflanze;Preis;Typ\r\n7;Fern;"3,50";x\r\n#8;"a;b";;\r\n')).toBe(
    '\ufeffNr;Pflanze;Preis;Typ;_status;_problem;_suggestion\r\n' +
      '7;Fern;"3,50";x;created;;\r\n' +
      '#8;"a;b";;;failed;"Nr must be a whole number, such as 42";Nr: 8\r\n',
  );
});

test('new notes replace the old notes in a file that is sent again', async () => {
  const first = await annotated('id,name\n7,Fern\nID8,Moss\n');
  expect(await annotated(first)).toBe(first);
  const corrected = first.replace('ID8', '8');
  expect(await annotated(corrected)).toBe(
    'id,name,_status,_problem,_suggestion\n7,Fern,created,,\n8,Moss,created,,\n',
  );
});

test('notes are found even after a spreadsheet has moved them', async () => {
  expect(await annotated('_status,id,_problem,name,_suggestion,_mine\nfailed,7,x,Fern,y,z\n')).toBe(
    'id,name,_mine,_status,_problem,_suggestion\n7,Fern,z,created,,\n',
  );
});

test('rows keep their numbers: blank rows are returned as blank lines', async () => {
  const file = '\nid,name\n7,Fern\n\n,,\n8,Moss\n';
  const again = await annotated(file);
  expect(again).toBe('\nid,name,_status,_problem,_suggestion\n7,Fern,created,,\n\n\n8,Moss,created,,\n');
  expect((await read(again)).rows.map(({ row }) => row)).toEqual([3, 6]);
});

test('a row with too many cells keeps them after the notes, and has a problem again', async () => {
  const again = await annotated('id,name\n7,Fern,large\n8,Moss\n');
  const [, row] = again.split('\n');
  expect(row).toMatch(/^7,Fern,failed,"C is one of 3 cells.*",,large$/);
  const { rows } = await read(again);
  expect(rows.map(({ plant }) => plant?.id)).toEqual([undefined, 8n]);
});

test('a file without a header row gets a header row', async () => {
  expect(await annotated('7,Fern\n8,Moss\n')).toBe(
    'id,name,_status,_problem,_suggestion\n7,Fern,created,,\n8,Moss,created,,\n',
  );
});

test("Excel's own first line is kept", async () => {
  expect(await annotated('sep=;\r\nid;name\r\n7;Fern\r\n')).toMatch(
    /^sep=;\r\nid;name;_status;_problem;_suggestion\r\n7/,
  );
});

test("a note is not a formula, and the sender's cells do not change", async () => {
  const outcome = { status: 'failed', problem: '=1+1', suggestion: '-7' } as const;
  expect(await annotated('id,name\n7,=2+2\n', () => outcome)).toBe(
    "id,name,_status,_problem,_suggestion\n7,=2+2,failed,'=1+1,'-7\n",
  );
});

test('any text in the cells is returned unchanged', async () => {
  const cells = fc.array(fc.tuple(oddText, oddText, oddText), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cells, fc.constantFrom(',', ';', '\t'), async (rows, delimiter) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const line = (texts: string[]) => texts.map(quoted).join(delimiter);
      const file = [line(['id', 'name', 'x']), ...rows.map(line)].join('\r\n').replaceAll('\0', '');
      const before = await read(file);
      const after = await read(await annotated(file));
      expect(after.rows.map(({ row, cells }) => [row, cells.slice(0, 3)])).toEqual(
        before.rows.map(({ row, cells }) => [row, cells]),
      );
      expect(after.rows.map(({ plant, problems }) => [plant, problems])).toEqual(
        before.rows.map(({ plant, problems }) => [plant, problems]),
      );
    }),
    { numRuns: 1_000 },
  );
});

describe('NDJSON', () => {
  test('has the notes as keys, and exact numbers', async () => {
    expect(
      await annotated('{"id":9223372036854775807,"name":"Fern","price":1.50}\n\n{"id":"8","name":"Moss"}\n'),
    ).toBe(
      '{"id":9223372036854775807,"name":"Fern","price":1.5,"_status":"created"}\n\n' +
        '{"id":"8","name":"Moss","_status":"failed","_problem":"id must be a whole number from -9223372036854775808 to 9223372036854775807","_suggestion":"id: 8"}\n',
    );
  });

  test('has new notes instead of the old ones when it is sent again', async () => {
    const first = await annotated('{"id":7,"name":"Fern"}\n{"id":8}\n');
    expect(await annotated(first)).toBe(first);
    expect(await annotated(first.replace('"id":8', '"id":8,"name":"Moss"'))).toBe(
      '{"id":7,"name":"Fern","_status":"created"}\n{"id":8,"name":"Moss","_status":"created"}\n',
    );
  });

  test('keeps the text of an invalid line in an object', async () => {
    const [, second = ''] = (await annotated('{"id":7,"name":"Fern"}\n{"id":8,\n')).split('\n');
    expect(JSON.parse(second)).toMatchObject({
      _line: '{"id":8,',
      _status: 'failed',
      _problem: expect.stringMatching(/^the line is not JSON: it ends too early, in column 9/),
    });
  });
});
