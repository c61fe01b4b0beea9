import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotatedWriter, failure } from '../src/index.ts';
import { jsonErrorColumn } from '../src/rows/json-error.ts';
import { plantsIn, read } from './reading.ts';

const problemsOf = async (line: string) => (await read(line, { format: 'ndjson' })).rows[0]?.problems;

test('each line is a plant, numbered by its line; blank lines are counted', async () => {
  const { header, rows } = await read(
    '\ufeff{"id":7,"name":"Fern"}\r\n\r\n {"name":"Moss","id":8,"tag":"x","more":[1]} \r\n',
  );
  expect(header).toEqual({ format: 'ndjson', hasBom: true, newline: '\r\n', columns: {} });
  expect(rows.map(({ row, plant }) => [row, plant])).toEqual([
    [1, { id: 7n, name: 'Fern' }],
    [3, { id: 8n, name: 'Moss', tag: 'x' }],
  ]);
  expect(rows[0]?.cells).toEqual(['{"id":7,"name":"Fern"}']);
});

test('an int64 in NDJSON is read exactly', async () => {
  expect(
    await plantsIn('{"id":9223372036854775807,"name":"Fern"}\n{"id":-9007199254740993,"name":"Moss"}'),
  ).toEqual([
    { id: 9223372036854775807n, name: 'Fern' },
    { id: -9007199254740993n, name: 'Moss' },
  ]);
});

describe('a line that is not an object is a problem of its row, with the column', () => {
  test.each([
    ['{"id":7,"name":"Fern"', /is not JSON: it ends too early, in column 22; give a JSON object/],
    ['{"id":7,}', /column 9 cannot be read/],
    ["{'id':7}", /column 2 cannot be read/],
    ['{"id":7} {"id":8}', /column 10 cannot be read/],
    ['{"id":07}', /column 7 cannot be read/],
    ['[7,"Fern"]', /^must be a JSON object, such as \{"id":7/],
    ['7', /^must be a JSON object/],
    ['null', /^must be a JSON object/],
    ['1e999', /^must be a JSON object/],
    [`{"id":9007199254740993,"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, /^is nested too deep/],
  ])('%s', async (line, message) => {
    const problems = await problemsOf(line);
    expect(problems).toEqual([{ column: null, value: line, message: expect.stringMatching(message) }]);
  });

  test('lines of NDJSON after a faulty line are read', async () => {
    const { rows } = await read('{"id":7,"name":"Fern"}\nid,name\n{"id":8,"name":"Moss"}\n');
    expect(rows.map(({ plant, problems }) => plant?.id ?? problems.length)).toEqual([7n, 1, 8n]);
  });
});

test('a key that stands twice is a problem of its line, and the annotated file keeps the line', async () => {
  const line = '{"id":7,"name":"Fern","id":8}';
  const { header, rows } = await read(
    `${line}\n{"id":9,"name":"Moss","x":{"a":1,"a":2}}\n{"id":10,"name":"Fir"}\n`,
  );
  expect(rows.map(({ plant, problems }) => plant?.id ?? problems)).toEqual([
    [
      {
        column: null,
        value: line,
        message: 'has the key "id" twice in one object, again in column 23; send it once',
      },
    ],
    [expect.objectContaining({ message: expect.stringMatching(/key "a" twice/) })],
    10n,
  ]);
  const [first] = rows.map((row) => ({ ...row, outcome: failure(row.problems) }));
  expect(JSON.parse(annotatedWriter(header).lines(first ? [first] : []))).toMatchObject({
    _line: line,
    _problem: expect.stringMatching(/^the line has the key "id" twice/),
  });
});

test('every invalid field of a line is listed, with a suggestion', async () => {
  expect(await problemsOf('{"id":"7","name":7,"tag":null}')).toEqual([
    { column: 'id', value: '7', message: expect.stringMatching(/^must be a whole number/), suggestion: '7' },
    { column: 'name', value: '7', message: 'must be text of 1 to 200 characters', suggestion: '7' },
    { column: 'tag', value: 'null', message: 'must be text of 1 to 100 characters' },
  ]);
  // A text is no id in JSON, however it is written.
  expect(await problemsOf('{"id":"\u200e７","name":"F"}')).toMatchObject([{ column: 'id', suggestion: '7' }]);
  expect(await problemsOf('{}')).toMatchObject([
    { column: 'id', value: '' },
    { column: 'name', value: '' },
  ]);
  expect((await problemsOf('{"id":"9.22337E+18","name":"F"}'))?.[0]?.message).toMatch(
    /shortened by a spreadsheet/,
  );
});

test('an inherited property is not the value of a field', async () => {
  const { rows } = await read('{"id":7}\n', { columns: { name: 'constructor' } });
  expect(rows[0]?.problems).toMatchObject([
    { column: 'constructor', value: '', message: expect.stringMatching(/^is missing/) },
  ]);
});

describe('the place of a JSON error', () => {
  test('of complete JSON is never before its end', () => {
    fc.assert(
      fc.property(fc.json(), (text) => void expect(jsonErrorColumn(text)).toBe(text.length + 1)),
      { numRuns: 2_000 },
    );
  });

  test('is the place of an inserted character, and not before', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('}', ']', ',', ':', '"', 'x', '\\', '7'),
        (json, seed, put) => {
          const at = seed % (json.length + 1);
          const text = json.slice(0, at) + put + json.slice(at);
          if (isJson(text)) return;
          const column = jsonErrorColumn(text);
          expect(column).toBeLessThanOrEqual(text.length + 1);
          // A changed number, word or string is invalid from its start. Any other text is valid before the inserted
          // character.
          expect(column + (/^(?:"|[\w.+-]*)/.exec(text.slice(column - 1))?.[0].length ?? 0)).toBeGreaterThan(
            text[column - 1] === '"' ? 0 : at,
          );
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
