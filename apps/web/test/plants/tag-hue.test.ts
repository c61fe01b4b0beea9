import { expect, test } from 'vitest';
import { tagHue } from '../../src/plants/tag-hue.ts';

test('the hue of a tag stays the same, and all hues are in use', () => {
  const tags = ['tree', 'fruit', 'succulent', 'fig', 'fern', 'herb', 'cut flower', 'moss'];
  expect(tags.map(tagHue)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
