import { NewPlant, NewPlantText, parseJson, textFields, toJson } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWarning } from '../src/cells/cell-warnings.ts';
import { isEmptyMark } from '../src/cells/empty-mark.ts';
import { isTriviallyValidId, isTriviallyValidText } from '../src/cells/fast-path.ts';
import { unguard } from '../src/cells/formula-guard.ts';
import { csvRowReader } from '../src/rows/csv-row.ts';
import { ndjsonRowReader } from '../src/rows/ndjson-row.ts';
import { idText, oddText } from './generated.ts';

const readCells = csvRowReader({ cells: ['id', 'name', 'tag'], mapping: { id: 0, name: 1, tag: 2 } });
const wordy = fc.oneof(
  oddText,
  fc.stringMatching(/^[ -~\u00a0-\u02ff\u2019]{0,12}$/),
  fc.stringMatching(/^[A-Za-zāēīōūĀŌ× '-]{0,110}$/),
);

test('a row of CSV has the plant that the schema accepts, and no plant if the schema refuses it', () => {
  let accepted = 0;
  fc.assert(
    fc.property(idText, wordy, wordy, (id, name, tag) => {
      const { plant, problems } = readCells(2, [id, name, tag]);
      const { data, error } = NewPlantText.safeParse({
        id: unguard(id),
        name: unguard(name),
        tag: isEmptyMark(tag) ? '' : unguard(tag),
      });
      expect(plant).toEqual(data);
      expect(problems.map(({ column }) => column)).toEqual(error?.issues.map(({ path }) => path[0]) ?? []);
      if (plant) accepted += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(1_000);
});

test('the fast path accepts only values that the schema accepts without change or warning', () => {
  let quick = 0;
  fc.assert(
    fc.property(idText, wordy, (id, text) => {
      if (isTriviallyValidId(id))
        expect([NewPlantText.shape.id.parse(id), cellWarning('id', id)]).toEqual([BigInt(id), undefined]);
      for (const field of textFields) {
        if (!isTriviallyValidText(field, text)) continue;
        quick += 1;
        expect(NewPlantText.shape[field].parse(text)).toBe(text);
        expect([unguard(text), cellWarning(field, text)]).toEqual([text, undefined]);
      }
    }),
    { numRuns: 20_000 },
  );
  expect(quick).toBeGreaterThan(1_000);
});

const anyValue = fc.oneof(
  fc.integer(),
  oddText,
  fc.jsonValue({ maxDepth: 1 }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
);
const object = fc.record(
  { id: anyValue, name: fc.oneof(wordy, anyValue), tag: fc.oneof(wordy, anyValue) },
  { requiredKeys: [], noNullPrototype: true },
);

test('a line of NDJSON has a plant if and only if the schema accepts its object', () => {
  const readLine = ndjsonRowReader();
  fc.assert(
    fc.property(object, (value) => {
      const line = toJson(value);
      const { plant, problems } = readLine(1, [line]);
      const { data, error } = NewPlant.safeParse(parseJson(line));
      expect(plant).toEqual(data);
      expect(problems.map(({ column }) => column)).toEqual(error?.issues.map(({ path }) => path[0]) ?? []);
    }),
    { numRuns: 10_000 },
  );
});

test('a suggestion is always valid and differs from the input', () => {
  let suggested = 0;
  fc.assert(
    fc.property(idText, wordy, wordy, (id, name, tag) => {
      for (const { column, value, suggestion } of readCells(2, [id, name, tag]).problems) {
        if (suggestion === undefined) continue;
        suggested += 1;
        expect(NewPlantText.shape[column as 'id'].safeParse(suggestion).success).toBe(true);
        expect(suggestion).not.toBe(value);
      }
    }),
    { numRuns: 10_000 },
  );
  expect(suggested).toBeGreaterThan(100);
});
