import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NewPlant, NewPlantText, Plant, PlantId, PlantQuery, StoredPlant } from '../src/index.ts';

const fern = { id: 7n, name: 'Fern', tag: 'shade' };
const problemsOf = (schema: { safeParse: typeof NewPlant.safeParse }, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

describe('a new plant', () => {
  test('has an id, a name and a tag', () => {
    expect(NewPlant.parse({ id: 7, name: ' Fern ', tag: 'shade' })).toEqual(fern);
  });

  test('needs no tag, and then has no tag', () => {
    expect(Object.keys(NewPlant.parse({ id: 7, name: 'Fern' }))).toEqual(['id', 'name']);
  });

  test('is refused with the names of all invalid fields', () => {
    expect(problemsOf(NewPlant, { tag: 7 })).toEqual([
      expect.stringMatching(/^id is missing/),
      expect.stringMatching(/^name is missing/),
      expect.stringMatching(/^tag must be text/),
    ]);
  });

  test('unknown keys are ignored', () => {
    expect(NewPlant.parse({ ...fern, colour: 'green', ID: 8, addedAt: 1 })).toEqual(fern);
  });

  test('may contain __proto__ and constructor, which are ignored as unknown keys', () => {
    const body =
      '{"id":7,"name":"Fern","__proto__":{"tag":"evil"},"constructor":{"prototype":{"tag":"evil"}}}';
    const plant = NewPlant.parse(JSON.parse(body));
    expect(plant).toEqual({ id: 7n, name: 'Fern' });
    expect(Object.getPrototypeOf(plant)).toBe(Object.prototype);
    expect(({} as { tag?: string }).tag).toBeUndefined();
  });

  test('a property of __proto__ does not replace a missing field', () => {
    expect(NewPlant.safeParse(JSON.parse('{"id":7,"__proto__":{"name":"Fern"}}')).success).toBe(false);
  });

  test.each([null, undefined, 'Fern', 7, true, [], [fern]])('is refused as %s', (value) => {
    expect(NewPlant.safeParse(value).success).toBe(false);
  });

  test('no JSON value makes parsing throw', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void NewPlant.safeParse(value)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (id, name, tag) => {
        const { data } = NewPlant.safeParse({ id, name, tag });
        if (data) expect([typeof data.id, typeof data.name]).toEqual(['bigint', 'string']);
      }),
    );
  });
});

test('a plant in the answer to POST has no id, even if the input has one', () => {
  expect(Plant.parse(fern)).toEqual({ name: 'Fern', tag: 'shade' });
});

test('a plant in the answer to a read has its id', () => {
  expect(StoredPlant.parse(fern)).toEqual(fern);
});

test('a plant is read by an int64', () => {
  expect(PlantId.parse({ id: 7n })).toEqual({ id: 7n });
  expect(PlantId.safeParse({ id: '7' }).success).toBe(false);
});

describe('a new plant from text fields', () => {
  test('has its id in digits', () => {
    expect(NewPlantText.parse({ id: ' 9223372036854775807 ', name: 'Fern ', tag: ' shade' })).toEqual({
      id: 9223372036854775807n,
      name: 'Fern',
      tag: 'shade',
    });
  });

  test.each(['', '  '])('treats the tag %j as no tag', (tag) => {
    expect(NewPlantText.parse({ id: '7', name: 'Fern', tag }).tag).toBeUndefined();
  });

  test('is refused with the names of all invalid text fields', () => {
    const problems = problemsOf(NewPlantText as never, { id: 'x', name: ' ', tag: 'x'.repeat(101) });
    expect(problems).toEqual([
      expect.stringMatching(/^id must be a whole number/),
      expect.stringMatching(/^name is empty/),
      expect.stringMatching(/^tag must have 1 to 100 characters/),
    ]);
  });

  test('gives a valid input of the API, unchanged', () => {
    const text = fc.record({
      id: fc.bigInt().map(String),
      name: fc.string({ unit: 'grapheme' }),
      tag: fc.string(),
    });
    fc.assert(
      fc.property(text, (fields) => {
        const { data } = NewPlantText.safeParse(fields);
        if (data) expect(NewPlant.parse(data)).toEqual(data);
      }),
    );
  });
});

describe('a page of the list', () => {
  test('has 50 plants by default', () => {
    expect(PlantQuery.parse({})).toEqual({ sort: '-added', limit: 50 });
  });

  test.each([1, 200])('may have %i plants', (limit) =>
    expect(PlantQuery.parse({ limit })).toEqual({ sort: '-added', limit }),
  );

  test.each([0, -1, 201, 1.5, '20', null, true, Number.NaN])('400 for a limit of %j', (limit) => {
    const problems = problemsOf(PlantQuery as never, { limit });
    expect(problems?.[0]).toBe('limit must be a whole number from 1 to 200');
  });

  test('a cursor is any text', () => {
    expect(PlantQuery.parse({ cursor: '' })).toEqual({ sort: '-added', limit: 50, cursor: '' });
    expect(PlantQuery.safeParse({ cursor: 7 }).success).toBe(false);
  });
});

test('tabs and line breaks of a pasted cell become spaces in a form', () => {
  expect(NewPlantText.parse({ id: '7\n', name: 'Snake\tplant\r\n', tag: '\tin\nshade' })).toEqual({
    id: 7n,
    name: 'Snake plant',
    tag: 'in shade',
  });
});

test('a form asks for a whole number first, and names the range only for a number outside it', () => {
  const problemOf = (id: string) =>
    NewPlantText.safeParse({ id, name: 'Fern', tag: '' }).error?.issues[0]?.message;
  for (const id of ['abc', '1,000', '1.5', '#7'])
    expect(problemOf(id)).toBe('must be a whole number, such as 42');
  for (const id of ['9223372036854775808', '9'.repeat(50)])
    expect(problemOf(id)).toMatch(
      /^must be a whole number from -9223372036854775808 to 9223372036854775807$/,
    );
});
