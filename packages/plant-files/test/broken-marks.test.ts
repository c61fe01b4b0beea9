import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotatedWriter, failure, openPlantFile } from '../src/index.ts';
import { csvRecords } from '../src/records/csv-records.ts';
import { bytesOf, pieces, read, readErrorOf } from './reading.ts';

const head = 'id,name,tag\n';

/** Each row in short: its plant, or the messages of its problems. */
async function rowsOf(file: string | Uint8Array) {
  const { rows } = await read(file);
  return rows.map(({ row, plant, problems }) => [
    row,
    plant ? Object.values(plant).join() : problems.map(({ message }) => message).join(),
  ]);
}
const broken = expect.stringMatching(/^has a broken quotation mark/);

/** The file that lost the plants 8072 and 8073, with other line breaks, delimiters and encodings. */
const golden = [
  'id,name,tag',
  '8071,"Golden Pothos,climber',
  '8072,Fern,fern',
  '8073,"Ivy",climber',
  '8074,Moss,moss',
];
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

describe('a broken mark is a problem of its row, and the rows after it are read', () => {
  test.each<[string, string | Uint8Array]>([
    ['LF', golden.join('\n')],
    ['CRLF and a byte order mark', `\ufeff${golden.join('\r\n')}\r\n`],
    ['CR', golden.join('\r')],
    ['semicolons', golden.join('\n').replaceAll(',', ';')],
    ['tabs', golden.join('\n').replaceAll(',', '\t')],
    ['UTF-16', utf16(golden.join('\r\n'))],
    ["Excel's own first line", `sep=,\n${golden.join('\n')}`],
  ])('%s', async (_what, file) => {
    const rows = await rowsOf(file);
    expect(rows).toEqual([
      [2, broken],
      [3, '8072,Fern,fern'],
      [4, '8073,Ivy,climber'],
      [5, '8074,Moss,moss'],
    ]);
  });

  test('the problem has line and column of the wrong mark and of its cell, and the text of the row', async () => {
    const [row] = (await read(golden.join('\n'))).rows;
    expect(row?.problems).toEqual([
      {
        column: null,
        value: '8071,"Golden Pothos,climber',
        message:
          'has a broken quotation mark: the mark in line 4, column 6, ends the cell that begins in line 2, column 6, but text follows it; put one mark at each end of a cell, and write a mark inside it as ""',
      },
    ]);
  });

  test.each([
    ['8071,"Hosta "Royal Gold"",hosta'],
    ['8071,""Golden"",hosta'],
    ['8071,"Golden"x,hosta'],
    ['8071,"Golden" x,hosta'],
    ['8071, "Golden" large,hosta'],
    ['8071, "Golden, large,hosta'],
    ['8071,Hosta "Royal, Gold",hosta'],
    ['8071,"Royal", Gold",hosta'],
    ['8071,Golden,"hosta'],
    ['"8071,Golden,hosta'],
    ['8071,"",",hosta'],
  ])('%s', async (line) => {
    expect(await rowsOf(`${head}${line}\n8072,Fern,fern\n`)).toEqual([
      [2, broken],
      [3, '8072,Fern,fern'],
    ]);
  });

  test.each([
    ['8071,5" pot,x', '5" pot'],
    ['8071,5 " pot,x', '5 " pot'],
    ['8071,Hosta "Royal Gold",x', 'Hosta "Royal Gold"'],
    ['8071,תנ"ך,x', 'תנ"ך'],
  ])('a mark inside an unquoted cell loses nothing: %s', async (line, name) => {
    expect(await rowsOf(`${head}${line}\n8072,Fern,fern\n`)).toEqual([
      [2, `8071,${name},x`],
      [3, '8072,Fern,fern'],
    ]);
  });

  test('each of several broken rows has its own problem', async () => {
    const file = `${head}8071,"Golden,x\n8072,"Fern,x\n8073,"Ivy "x"",x\n8074,Moss,moss\n8075,"Fir,x`;
    expect(await rowsOf(`${file}\n`)).toEqual([
      [2, broken],
      [3, broken],
      [4, broken],
      [5, '8074,Moss,moss'],
      [6, broken],
    ]);
  });

  test('lines that are no whole row belong to the broken row, and its problem says so', async () => {
    const { rows } = await read(`${head}8071,"Golden\nPothos "big"\nand more",climber\n8072,Fern,fern\n`);
    expect(rows[0]?.problems[0]).toMatchObject({
      value: '8071,"Golden\nPothos "big"\nand more",climber',
      message: expect.stringMatching(/line 3, column 8,.*; lines 2 to 4 were not read$/),
    });
    expect(rows[1]).toMatchObject({ row: 3, plant: { id: 8072n } });
  });

  test('the end of the file inside a quoted cell is a problem of its row, if a line break or a row follows it', async () => {
    const message = /file ends inside the quoted cell that begins in line 3, column 3: it was cut off, or/;
    expect(await rowsOf('id,name\n7,Fern\n8,"Mo\nss\n9,Fir')).toEqual([
      [2, '7,Fern'],
      [3, expect.stringMatching(message)],
      [4, '9,Fir'],
    ]);
    expect(await rowsOf('id,name\n7,Fern\n8,"Moss\n')).toEqual([
      [2, '7,Fern'],
      [3, expect.stringMatching(message)],
    ]);
  });
});

describe('a file is refused at a broken mark', () => {
  test('in the first row, as its columns are unknown', async () => {
    expect(await readErrorOf('id,"name,tag\n8071,"Fern",fern\n')).toMatch(
      /^the first row has a broken quotation mark: the mark in line 2, column 6/,
    );
  });

  test('after which no whole row follows within 64 KiB', async () => {
    const far = (length: number) => `${head}8071,"Golden"x,y\n${'z\n'.repeat(length / 2)}8072,Fern,fern\n`;
    expect(await rowsOf(far(65_000))).toEqual([
      [2, broken],
      [3, '8072,Fern,fern'],
    ]);
    expect(await readErrorOf(far(66_000))).toMatch(
      /^the row in line 2 has a broken .*; no whole row follows within 64 KiB/,
    );
  });

  test('that is found more than 64 KiB after the row begins', async () => {
    const cells = `"${'z'.repeat(30_000)}",`.repeat(3);
    expect(await readErrorOf(`${head}8071,${cells}"Golden"x\n8072,Fern,fern\n`)).toMatch(/within 64 KiB/);
  });
});

describe('a file that writes inner marks with a backslash', () => {
  const mysql = `${head}8071,"Hosta \\"Royal Gold\\"",hosta\n8072,"12\\"",pot\n8073,"C:\\\\",x\n`;

  test('is read so, and says so', async () => {
    const { batches, quoteEscape } = await openPlantFile(pieces(bytesOf(mysql), [1]));
    const names = [];
    for await (const rows of batches) names.push(...rows.map(({ plant }) => plant?.name));
    expect([names, quoteEscape()]).toEqual([['Hosta "Royal Gold"', '12"', 'C:\\'], 'backslash']);
  });

  test.each([
    ['8071,"12\\"",pot', '12"'],
    ['8071,"Pot 12\\", large",pot', 'Pot 12", large'],
    ['8071,"Fern\\",pot', 'Fern\\'],
    ['8071,"Fern\\""",pot', 'Fern\\"'],
    ['8071,"Fern\\"", b",pot', 'Fern\\", b'],
  ])('is told apart from one with doubled marks: %s', async (line, name) => {
    expect(await rowsOf(`${head}${line}\n8072,Fern,fern\n`)).toEqual([
      [2, `8071,${name},pot`],
      [3, '8072,Fern,fern'],
    ]);
  });

  test('is recognised although the next mark is far away', async () => {
    const file = `${head}8071,"12\\"",pot\n${'8072,Fern,fern\n'.repeat(9_000)}8073,"24\\"",pot\n`;
    expect(
      (await rowsOf(file)).filter(([, text]) => text === '8071,12",pot' || text === '8073,24",pot'),
    ).toHaveLength(2);
  });

  test('has a problem in a row with doubled marks, and a file with doubled marks in one with a backslash', async () => {
    expect(await rowsOf(`${mysql}8074,"a ""b""",x\n8075,Fern,fern\n`)).toMatchObject([
      ...[{}, {}, {}],
      [5, expect.stringMatching(/as \\"$/)],
      [6, '8075,Fern,fern'],
    ]);
    expect(await rowsOf(`${head}8071,"a ""b""",x\n8072,"a \\"b\\"",x\n8073,Fern,fern\n`)).toEqual([
      [2, '8071,a "b",x'],
      [3, broken],
      [4, '8073,Fern,fern'],
    ]);
  });
});

describe('a row inside a cell is a problem, as two broken marks may be valid CSV', () => {
  test.each([
    ['in the name', `${head}8071,"Golden\n8072,Fern\n8073,Ivy",climber\n`, 'name', '"8072,Fern"'],
    ['in the tag', `${head}8071,Golden,"climber\n8072,Fern,fern"\n`, 'tag', '"8072,Fern,fern"'],
    [
      'in an ignored column',
      'id,name,note\n7,Golden,"big\n8,Fern,small\n9,Ivy,x"\n',
      'note',
      '"8,Fern,small"',
    ],
    ['before the id', 'note,id,name\n"big,7,Golden\nsmall",8,Fern\n', 'note', '"big,7,Golden"'],
    ['between id and name', 'id,note,name\n7,"big,Golden\n8,small",Fern\n', 'note', '"8,small"'],
  ])('%s', async (_what, file, column, row) => {
    const { rows } = await read(file);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.plant).toBeUndefined();
    expect(rows[0]?.problems).toMatchObject([
      { column, message: expect.stringContaining(`holds another row, ${row}`) },
    ]);
  });

  test.each([
    ['id,name,note\n7,Fern,"good\nplant, green"\n'],
    ['note,id,name\n"good\n12 plants",7,Fern\n'],
    ['id,name,tag,note\n7,Fern,x,"5, Main Street\n12, Main Street"\n'],
  ])('but a text of several lines is none: %j', async (file) => {
    expect((await read(file)).rows).toMatchObject([{ row: 2, plant: { id: 7n } }]);
  });
});

test.each([
  ['id,name,"tag\n7,Golden,x\n8,Fern",fern\n9,Ivy,x\n', '"7,Golden,x"'],
  ['name,id,"tag\nGolden,7,x\nFern,8",fern\nIvy,9,x\n', '"Golden,7,x"'],
])('a row inside the header is refused: %j', async (text, row) => {
  expect(await readErrorOf(text)).toMatch(`holds another row, ${row}`);
});

test('a header of several lines is no row', async () => {
  const { rows } = await read('id,name,"price, pot\n2024, Euro","(qty,\n12)"\n7,Fern,1,2\n');
  expect(rows).toMatchObject([{ plant: { id: 7n } }]);
});

test('a line break inside a name or tag is a warning of that cell', async () => {
  const { rows } = await read(`${head}7,"Fern\nlarge","a\r\nb"\n8,"Moss\n",x\n`);
  expect(rows.map(({ plant, warnings }) => [plant?.name, warnings.map(({ column }) => column)])).toEqual([
    ['Fern large', ['name', 'tag']],
    ['Moss', []],
  ]);
  expect(rows[0]?.warnings[0]).toMatchObject({
    value: 'Fern\nlarge',
    message: expect.stringMatching(/^has a line break/),
  });
});

async function annotated(file: string): Promise<string> {
  const { header, rows } = await read(file);
  const writer = annotatedWriter(header);
  return (
    writer.head +
    writer.lines(
      rows.map((row) => ({ ...row, outcome: row.plant ? { status: 'created' } : failure(row.problems) })),
    )
  );
}

describe('the annotated file of a broken row', () => {
  test('has the text of the row and its problem, and is refused again until it is corrected', async () => {
    const first = await annotated(golden.join('\n'));
    const [, row = ''] = first.split('\n');
    expect(row).toMatch(/^"8071,""Golden Pothos,climber",,,failed,"the line has a broken quotation mark: /);
    expect((await rowsOf(first)).map(([, text]) => text)).toEqual([
      'has a broken quotation mark; put one mark at each end of a cell, and write a mark inside it as ""',
      '8072,Fern,fern',
      '8073,Ivy,climber',
      '8074,Moss,moss',
    ]);
    const corrected = first.replace(row, '8071,"Golden Pothos",climber,failed,,');
    expect((await rowsOf(corrected))[0]).toEqual([2, '8071,Golden Pothos,climber']);
  });

  test('with several lines is refused for its mark too, but an id in quotation marks is not', async () => {
    const first = await annotated(`${head}8071,"Golden\n8072,"Ivy\nand,y\n8073,Fern,fern\n`);
    expect(first).toContain('"8071,""Golden\n8072,""Ivy\nand,y",,,failed,');
    const [text] = await rowsOf(first);
    expect(text).toEqual([2, expect.stringMatching(/^has a broken quotation mark; put/)]);
    expect(await rowsOf(`${head}"""7""",Fern,x\n"""8""",,x\n`)).toEqual([
      [2, expect.stringMatching(/^must be a whole number/)],
      [3, expect.stringMatching(/^must be a whole number.*,is empty/)],
    ]);
  });

  test('is refused again although its text is CSV with marks of the other kind', async () => {
    const copy = 'id,name,tag\n"8074,""a b"",x",,\n8075,Fern,fern\n';
    expect((await rowsOf(copy))[0]).toEqual([2, expect.stringMatching(/^has a broken quotation mark; put/)]);
  });

  test('keeps the other cells of a row whose id has a quotation mark', async () => {
    expect(await annotated('id,name,tag,note\n7"x,,climber,left bed\n')).toContain('climber,left bed');
  });

  test('keeps a row that stands inside a note of the file before', async () => {
    const again = await annotated('id,name,_problem\n7,Fern,"x\n8,Moss,x\n9,Ivy,x"\n10,Fir,\n');
    expect(again).toContain('8,Moss,x');
    expect((await read(again)).rows.map(({ plant }) => plant?.id)).toEqual([undefined, 10n]);
  });

  test('keeps the text if the first column is one of its own notes', async () => {
    const again = await annotated('_status,id,name\n,7,"Fern"x\n');
    expect(again).toContain('\n",7,""Fern""x",,failed,');
  });
});

test('the records of a file with odd marks do not depend on the pieces of the text', () => {
  const piece = fc.constantFrom('"', '""', '\\', '\\"', ',', '\n', '\r\n', 'a', ' ', '7', '7,b,c\n', '"b",');
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
  let faults = 0;
  const recordsIn = (text: string, sizes: number[]) => {
    const reader = csvRecords({ delimiter: ',', newline: '\n', line: 1, rowsAbove: 0 });
    const records = [];
    try {
      for (let at = 0, i = 0; at < text.length; i++) {
        const size = sizes[i % sizes.length] ?? 1;
        records.push(...reader.push(text.slice(at, at + size), at + size >= text.length));
        at += size;
      }
    } catch (error) {
      return (error as Error).message;
    }
    faults += records.filter(({ fault }) => fault !== undefined).length;
    return [records, reader.quoteEscape()];
  };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), cuts, (texts, sizes) => {
      const text = `id,name,tag\n${texts.join('')}`;
      expect(recordsIn(text, sizes)).toEqual(recordsIn(text, [text.length]));
    }),
    { numRuns: 5_000 },
  );
  expect(faults).toBeGreaterThan(1_000);
});
