import { int64Max } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { pastedRows } from '../../../src/plants/id-text/pasted-row.ts';
import { copiedTable } from '../../../src/plants/paper/copied-table.ts';

test('a copied table has three columns of text, and nothing in it runs as a formula', () => {
  const { html, text } = copiedTable([
    { id: int64Max, name: '=HYPERLINK("http://x","<b>")', tag: '@x' },
    { id: -1n, name: 'Pūhā' },
  ]);
  expect(text).toBe(`${int64Max}\t'=HYPERLINK("http://x","<b>")\t'@x\r\n-1\tPūhā\t\r\n`);
  expect(html.match(/<tr>/g)).toHaveLength(2);
  const cells = [
    ...html.matchAll(
      /<td style='mso-number-format:"\\@"' sdnum="1033;0;@" data-sheets-value="[^"]*">([^<]*)<\/td>/g,
    ),
  ];
  expect(cells.map(([, cell]) => cell)).toEqual([
    ...[String(int64Max), "'=HYPERLINK(&quot;http://x&quot;,&quot;&lt;b>&quot;)", "'@x"],
    ...['-1', 'Pūhā', ''],
  ]);
});

test('copied plants pasted into the form are the same plants', () => {
  const names = ['=1+1', "'=1+1", '-50 %', 'NULL', "'Tis; -b", '"Peace"', '"Peace" rose', 'say "hi"', 'Pūhā'];
  const plants = names.map((name, index) => ({ id: BigInt(index - 1), name, tag: '@x' }));
  expect(pastedRows(copiedTable(plants).text)).toEqual({
    block: plants.map(({ id, name, tag }) => ({ id: String(id), name, tag })),
  });
});
