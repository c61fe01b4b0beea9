import { NewPlant } from '@plant-store/schema';
import { anyText } from '@plant-store/schema/testing/any-text';
import fc from 'fast-check';

/** What breaks readers and writers of CSV, spreadsheets, and whoever counts characters. */
const oddPieces = [
  '"',
  '""',
  "'",
  "''",
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '  ',
  '=',
  '+',
  '-',
  '@',
  '=1+1',
  "'=",
  ";'",
  ';=',
  '\ufeff',
  '#',
  '#REF!',
  '#N/A',
  '_',
  '{',
  '[',
  '\\',
  '\u0000',
  '\u0081',
  'Ã©',
  'Å«',
  'Ä',
  'ū',
  'u\u0304',
  'é',
  '×',
  '🌿',
  '\ufffd',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\u202e',
  '7',
  'x',
  'Fern',
  'Monstera deliciosa',
  'ü'.repeat(120),
  '\uff1d',
  '1E+18',
  '1.234',
  '\\N',
  'NULL',
];

/** A text that may be anything, often something odd. */
export const oddText = fc.oneof(
  fc.array(fc.constantFrom(...oddPieces), { maxLength: 6 }).map((texts) => texts.join('')),
  anyText({ maxLength: 220 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

/** A text that an id may have been written in, right or wrong. */
export const idText = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.integer().map(String),
  fc.constantFrom(
    '',
    ' ',
    '7',
    '007',
    '+7',
    '-0',
    ' 7 ',
    '7.0',
    '7,0',
    '1 234',
    '1.234',
    "'7",
    "'-7",
    '#7',
    'ID7',
    '9.22337E+18',
    '1,23457E+12',
    '2024-03-01',
    '#REF!',
    '9223372036854775807',
    '9223372036854775808',
    '922337203685477000',
    '٧',
  ),
  oddText,
);

/** Any plant that the store may hold. */
export const anyPlant = fc
  .record(
    { id: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), name: oddText, tag: oddText },
    { requiredKeys: ['id', 'name'], noNullPrototype: true },
  )
  .map((plant) => NewPlant.safeParse(plant).data)
  .filter((plant) => plant !== undefined);
