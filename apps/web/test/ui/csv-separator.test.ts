import { openPlantFile, plantWriter } from '@plant-store/plant-files';
import { expect, test } from 'vitest';
import { hasDecimalComma, withSemicolons } from '../../src/ui/csv-separator.ts';

const writer = plantWriter('csv');
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The file as a Blob that a stream gives byte by byte. */
function inBytes(text: string): Blob {
  const file = new Blob([text], { type: 'text/csv' });
  file.stream = () =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytesOf(text)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
  return file;
}

test('a file with semicolons is read as the file with commas, whatever the cells contain', async () => {
  const plants = [
    { id: 7n, name: 'Fern, large; blue', tag: '12" pot' },
    { id: -8n, name: '=1+1, =2', tag: ';-3' },
    { id: 9n, name: 'Pūhā "a","b"' },
    { id: 10n, name: '","', tag: '";"' },
  ];
  const file = await withSemicolons(inBytes(writer.head + writer.lines(plants)));
  const text = await file.text();
  expect(text.split('\r\n').slice(0, 2)).toEqual(['id;name;tag', '7;"Fern, large; blue";"12"" pot"']);
  expect(file.type).toBe('text/csv');
  expect(new Uint8Array(await file.arrayBuffer()).slice(0, 3)).toEqual(bytesOf('\ufeff'));
  const { batches } = await openPlantFile(file.stream());
  const read = [];
  for await (const batch of batches) read.push(...batch.map(({ plant }) => plant));
  expect(read).toEqual(plants);
});

test.each([
  ['de-DE', true],
  ['pt-BR', true],
  ['fr-CA', true],
  ['en-GB', false],
  ['de-CH', false],
  ['ja-JP', false],
  ['ar-EG', false],
])('the decimal sign of %s decides the first choice', (language, isComma) => {
  expect(hasDecimalComma(language)).toBe(isComma);
});
