import { positionAfter, unreadableFile } from '../text/unreadable-file.ts';
import { type RecordReader, recordMax, type TextRecord } from './records.ts';

export function lineRecords(): RecordReader {
  let rest = '';
  let row = 0;

  function push(text: string, isLast: boolean): TextRecord[] {
    const all = rest + text;
    const records: TextRecord[] = [];
    let at = 0;
    while (at < all.length) {
      const next = all.indexOf('\n', at);
      if (next === -1 && !isLast) break;
      const line = all.slice(at, next === -1 ? all.length : next);
      row += 1;
      if (line.length > recordMax) throw tooLong(row);
      if (line.trim() !== '') records.push({ row, cells: [line.endsWith('\r') ? line.slice(0, -1) : line] });
      at = next === -1 ? all.length : next + 1;
    }
    rest = all.slice(at);
    if (rest.length > recordMax) throw tooLong(row + 1);
    return records;
  }

  return { push, place: () => positionAfter(rest, { line: row + 1, column: 1 }) };
}

const tooLong = (line: number) =>
  unreadableFile(`line ${line} is longer than 1 MiB; each line holds one plant as a JSON object`);
