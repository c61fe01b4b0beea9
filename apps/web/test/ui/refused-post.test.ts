import { expect, test } from 'vitest';
import { refusalIn, refusalStart } from '../../src/ui/refused-post.ts';

test("the reason of the store's server is shown, and no text of a proxy or of the browser", () => {
  expect(refusalIn(new Error(`${refusalStart}the form is too long.`))).toBe(
    `${refusalStart}the form is too long.`,
  );
  for (const other of [new Error('Bad Gateway'), new TypeError('Failed to fetch'), 'text', undefined, null])
    expect(refusalIn(other)).toBeUndefined();
});
