import { countRecognizedHeaders, requiredCount } from '../columns/columns.ts';
import { unreadableFile } from '../text/unreadable-file.ts';

export type PlantFileFormat = 'csv' | 'ndjson';

const oneObject = 'write each plant as one object on a line of its own, {"id":7,"name":"Monstera deliciosa"}';

/** @throws StoreError for other JSON, or for another format than declared */
export function formatOf(head: string, declared?: PlantFileFormat): PlantFileFormat {
  const text = head.trimStart();
  if (/^\[\s*[{\]]/.test(text))
    throw unreadableFile(
      `this is a JSON array, not NDJSON; leave out the brackets and the commas between objects, and ${oneObject}`,
    );
  if (/^\{[ \t]*\r?\n/.test(text))
    throw unreadableFile(`the JSON object that begins the file goes on in the next line; ${oneObject}`);
  if (declared === 'csv' && /^\{\s*"/.test(text))
    throw unreadableFile('this was sent as CSV, but it is NDJSON; send it as NDJSON (application/x-ndjson)');
  if (declared === 'ndjson' && isCsvHeader(text))
    throw unreadableFile('this was sent as NDJSON, but it is CSV; send it as CSV (text/csv)');
  return declared ?? (text.startsWith('{') ? 'ndjson' : 'csv');
}

function isCsvHeader(text: string): boolean {
  const [line = ''] = text.slice(0, 1000).split(/[\r\n]/, 1);
  const cells = line.replaceAll('"', '').split(/[,;\t|]/);
  return !line.startsWith('{') && countRecognizedHeaders(cells) === requiredCount;
}
