import { describe, expect, test, vi } from 'vitest';
import { csvRowReader } from '../src/rows/csv-row.ts';
import { read } from './reading.ts';

const readCells = csvRowReader({ cells: ['id', 'name', 'tag'], mapping: { id: 0, name: 1, tag: 2 } });
const problemsOf = (id: string, name = 'Fern', tag = '') => readCells(2, [id, name, tag]).problems;
const warningsOf = (id: string, name = 'Fern', tag = '') => readCells(2, [id, name, tag]).warnings;

describe('digits are suggested for an id in another notation', () => {
  test.each([
    ['7.0', '7'],
    ['7,00', '7'],
    ['7.', '7'],
    ['1 234', '1234'],
    ['1.234', '1234'],
    ['1,234,567', '1234567'],
    ["1'234", '1234'],
    ['1\u202f234', '1234'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['#7', '7'],
    ['ID7', '7'],
    ['id: 7', '7'],
    ['Nr. 12', '12'],
    ['№ 7', '7'],
    ['Plant-7', '7'],
    ['Pflanze Nr. 7', '7'],
    ["'7", '7'],
    ['"7"', '7'],
    ['="007"', '7'],
    ['#\u200e７', '7'],
    ['−7', '-7'],
    ['-1.234', '-1234'],
  ])('%s is %s', (id, suggestion) =>
    expect(problemsOf(id)).toMatchObject([{ column: 'id', value: id, suggestion }]),
  );

  test.each(['７', '\u200e7', '7\u202c', '\ufeff７\u00a0'])('%j is read as 7 without a question', (id) =>
    expect(readCells(2, [id, 'Fern', ''])).toMatchObject({ plant: { id: 7n }, problems: [], warnings: [] }),
  );

  test('a refused id has its invisible characters in the message', () =>
    expect(problemsOf('A\u200b7')[0]?.message).toBe(
      'must be a whole number, such as 42; it has the invisible character U+200B',
    ));

  test.each([
    '7.5',
    'seven',
    '',
    '1.23',
    '12.34.56',
    'A7B',
    '1 23',
    '9223372036854775808',
    '#9223372036854775808',
    '#',
    'ID',
    '7²',
  ])('%j gets no suggestion', (id) => {
    expect(problemsOf(id)).toHaveLength(1);
    expect(problemsOf(id)[0]).not.toHaveProperty('suggestion');
  });

  test('a problem has the message of the schema', () => {
    expect(problemsOf('seven')[0]?.message).toBe('must be a whole number, such as 42');
    expect(problemsOf('9223372036854775808')[0]?.message).toMatch(
      /^must be a whole number from -9223372036854775808/,
    );
  });
});

describe('an id that a spreadsheet damaged is recognised, and gets no suggestion', () => {
  test.each(['9.22337E+18', '1,23457E+12', '1E+15', '-9.2E+18', '1.00E+03', '4.5e-7'])('%s', (id) => {
    expect(problemsOf(id)).toEqual([
      {
        column: 'id',
        cell: 0,
        value: id,
        message: expect.stringMatching(/shortened by a spreadsheet.*format the column as text.*export again/),
      },
    ]);
  });

  test.each([
    '2024-03-07',
    '07.03.2024',
    '3/7/24',
    '07-Mar',
    'Mar-07',
    '7. März',
    'Dez 24',
    '2024-03-07T00:00:00',
  ])('%s, a date', (id) => {
    expect(problemsOf(id)[0]?.message).toMatch(/is a date, perhaps an id that a spreadsheet changed; format/);
    expect(problemsOf(id)[0]).not.toHaveProperty('suggestion');
  });

  test.each(['#REF!', '#N/A', '#NAME?', '#NV', '#WERT!'])('%s', (id) =>
    expect(problemsOf(id)[0]?.message).toMatch(/error of a failed formula/),
  );

  test('a formula without a stored result is refused in each field, with its cell', () => {
    const { plant, problems } = readCells(2, ['7', '#NO RESULT! (B2)', '#NO RESULT! (C2)']);
    expect(plant).toBeUndefined();
    expect(problems.map(({ column, message }) => `${column} ${message}`)).toEqual([
      expect.stringMatching(/^name is a formula without a stored result, in cell B2; open the workbook/),
      expect.stringMatching(/^tag is a formula without a stored result, in cell C2; open the workbook/),
    ]);
    expect(problems.some((problem) => 'suggestion' in problem)).toBe(false);
    expect(problemsOf('#NO RESULT! (A2)')[0]?.message).toMatch(/in cell A2; open/);
    expect(readCells(2, ['7', 'Fern', 'shade', '#NO RESULT! (D2)']).plant).toBeDefined();
  });

  test('a rounded id, which is still valid, gets a warning', () => {
    const { plant, problems, warnings } = readCells(2, ['9223372036854770000', 'Fern', '']);
    expect([plant, problems]).toEqual([{ id: 9223372036854770000n, name: 'Fern' }, []]);
    expect(warnings).toMatchObject([
      { column: 'id', message: expect.stringContaining('rounded by a spreadsheet') },
    ]);
    expect(warningsOf('\u200e9223372036854770000')).toHaveLength(1);
    expect(warningsOf('9223372036854775807')).toEqual([]);
    expect(warningsOf('100000000000000')).toEqual([]);
  });
});

describe('the suggestion for a text is the text without its faults', () => {
  test.each([
    ['control characters', 'Fe\u0007rn\u0000', 'Fern'],
    ['a text of maximum length without control characters', `${'🌿'.repeat(200)}\u0007`, '🌿'.repeat(200)],
    ['characters that change the direction', 'Fern\u202e\u2067\u00a0x', 'Fern x'],
    ['a text read in the wrong encoding', 'PÅ«hÄ\u0081', 'Pūhā'],
  ])('%s', (_what, name, suggestion) =>
    expect(problemsOf('7', name)).toMatchObject([{ column: 'name', value: name, suggestion }]),
  );

  test('a suggestion does not shorten a text', () => {
    expect(problemsOf('7', 'x'.repeat(201))[0]).not.toHaveProperty('suggestion');
    expect(problemsOf('7', 'Fern', 'x\u0007'.repeat(101))[0]).not.toHaveProperty('suggestion');
  });

  test.each(['\u0007', '\u200b', '\u2066\u2069'])(
    'an empty or invisible text gets no suggestion (%j)',
    (name) => {
      const [problem] = problemsOf('7', name);
      expect(problem?.message).toMatch(/U\+/);
      expect(problem).not.toHaveProperty('suggestion');
    },
  );
});

test('line breaks of other programs are stored as spaces, with a warning', () => {
  for (const end of ['\v', '\f', '\u0085', '\u2028', '\u2029']) {
    const { plant, warnings } = readCells(2, ['7', `Snake${end}plant`, `in${end} shade`]);
    expect(plant).toEqual({ id: 7n, name: 'Snake plant', tag: 'in shade' });
    expect(warnings.map(({ message }) => message)).toEqual(
      Array(2).fill('has a line break, which is stored as a space'),
    );
  }
});

describe('a valid text that looks damaged gets a warning, and its plant is accepted', () => {
  test.each([
    ['mojibake of several letters', 'Ficus â€žBelizeâ€œ', /another encoding/, 'Ficus „Belize“'],
    ['mojibake of one letter', 'FougÃ¨re', /another encoding/, 'Fougère'],
    ['a failed formula', '#N/A', /error of a failed formula/, undefined],
    ['lost characters', 'Foug\ufffdre', /lost characters/, undefined],
    [
      'the empty cell of MySQL and PostgreSQL',
      '\\N',
      /like an empty cell .*, but it is stored as text/,
      undefined,
    ],
    ['the empty cell of a program', 'null', /like an empty cell .*, but it is stored as text/, undefined],
  ])('%s', (_what, name, message, suggestion) => {
    const { plant, problems, warnings } = readCells(2, ['7', name, '']);
    expect([plant, problems]).toEqual([{ id: 7n, name }, []]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(message);
    expect(warnings[0]?.suggestion).toBe(suggestion);
  });

  test.each(['Pūhā', 'Fougère', 'Ångström', 'Ã', 'Salvia × sylvestris ‘Mainacht’', '#1 Fern', 'Ähre “gold”'])(
    '%s does not look damaged',
    (name) => expect(warningsOf('7', name)).toEqual([]),
  );
});

describe('a tag that programs write for an empty cell is left out, with a warning', () => {
  test.each(['\\N', 'NULL', 'null', 'NaN', '<null>', '(NULL)', '[NULL]', '<NA>', ' NULL '])('%s', (tag) => {
    const { plant, problems, warnings } = readCells(2, ['7', 'Fern', tag]);
    expect([plant, problems]).toEqual([{ id: 7n, name: 'Fern' }, []]);
    expect(warnings).toMatchObject([
      {
        column: 'tag',
        value: tag,
        message: expect.stringMatching(/^looks like an empty cell .*, so the plant has no tag$/),
      },
    ]);
    expect(problemsOf(tag)).toHaveLength(1);
  });

  test.each(['Null', 'nan', 'NA', 'N/A', 'None', 'nil', 'NULLA', '-', "'NULL"])('but not %s', (tag) => {
    const { plant, warnings } = readCells(2, ['7', 'Fern', tag]);
    expect([plant?.tag, warnings]).toEqual([tag.replace("'", ''), []]);
  });

  test('in NDJSON, which has a null of its own, it stays as text, with a warning', async () => {
    const { rows } = await read('{"id":7,"name":"Fern","tag":"NULL"}\n');
    expect(rows[0]).toMatchObject({ plant: { tag: 'NULL' }, warnings: [{ column: 'tag' }] });
  });
});

test('every invalid cell of a row is listed', () => {
  expect(problemsOf('#7', '', 'x\u0007y').map(({ column, suggestion }) => [column, suggestion])).toEqual([
    ['id', '7'],
    ['name', undefined],
    ['tag', 'xy'],
  ]);
});

test('a problem names the column by header or letter', () => {
  const read = csvRowReader({ cells: ['Nr.', ' Pflanze '], mapping: { id: 0, name: 1 } });
  expect(read(2, ['x', '']).problems.map(({ column, cell }) => [column, cell])).toEqual([
    ['Nr.', 0],
    ['Pflanze', 1],
  ]);
  const wide = csvRowReader({
    cells: ['id', 'name', ...Array(26).fill('')],
    mapping: { id: 0, name: 1, tag: 27 },
  });
  expect(wide(2, ['7', 'F', ...Array(25).fill(''), '\u0007x']).problems[0]?.column).toBe('AB');
});

test('thousands of marks after a letter, in a header, an id or a name, are not normalized, which needs seconds', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const marks = `a${'\u0301\u0323'.repeat(5_000)}`;
  const { rows } = await read(`id,name,${marks}\n${marks},Fern\n7,${marks}\n8,Moss\n`);
  expect(rows.map(({ plant }) => plant?.id)).toEqual([undefined, undefined, 8n]);
  expect(normalize.mock.contexts.filter((text) => String(text).length > 2_000)).toEqual([]);
  normalize.mockRestore();
});
