import { beforeEach, expect, test, vi } from 'vitest';
import { keepTag, keptTag } from '../../../src/plants/form/use-kept-tag.ts';

beforeEach(() => {
  const texts = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
  return () => vi.unstubAllGlobals();
});

test('a kept tag is kept for its owner alone, also an empty one, until it is no longer kept', () => {
  expect(keptTag('person:1')).toBeUndefined();
  keepTag('person:1', 'rose "red"');
  expect([keptTag('person:1'), keptTag('person:2')]).toEqual(['rose "red"', undefined]);
  keepTag('person:1', '');
  expect(keptTag('person:1')).toBe('');
  keepTag('person:1', undefined);
  expect(keptTag('person:1')).toBeUndefined();
});
