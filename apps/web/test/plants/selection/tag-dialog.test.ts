import { expect, test } from 'vitest';
import { alikeTag } from '../../../src/plants/selection/tag-dialog.tsx';

const tags = ['Herb', 'herbs', 'herb', 'Ginkgo'].map((tag) => ({ tag, count: 1 }));

test.each([
  ['HERB', 'Herb'],
  ['Herb', 'herb'],
  ['her', undefined],
  ['GINKGO', undefined],
])('a new name finds another tag that differs in capital letters alone: %j', (name, found) =>
  expect(alikeTag(name, tags, 'Ginkgo')?.tag).toBe(found),
);
