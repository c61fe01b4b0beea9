import { expect, test } from 'vitest';
import { idCharsOf } from '../../../src/plants/table/plant-table.tsx';

const idChars = (...ids: bigint[]) => idCharsOf(ids.map((id) => ({ id, name: 'Aloe' })));

test('the column of ids holds an EAN before there is one, and grows for a longer id alone', () => {
  expect(idChars()).toBe(13);
  expect(idChars(7n, 4_006_381_333_931n)).toBe(13);
  expect(idChars(7n, 14_006_381_333_931n)).toBe(20);
});
