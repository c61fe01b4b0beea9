import { unreadableFile } from './unreadable-file.ts';

const asCsv = 'in Excel choose File, Save As, "CSV UTF-8 (Comma delimited)"';
const asText = 'export the plants as CSV or NDJSON, in UTF-8, and send that';

const fileTypes: [begins: string, what: string, advice: string][] = [
  [
    '\xd0\xcf\x11\xe0',
    'an old Excel workbook (.xls), a workbook with a password, or another Office document',
    asCsv,
  ],
  ['%PDF', 'a PDF document', asText],
  ['\x1f\x8b', 'compressed with gzip', 'unpack it first and send what is in it'],
  ['BZh', 'compressed with bzip2', 'unpack it first and send what is in it'],
  ['\xfd7zXZ', 'compressed with xz', 'unpack it first and send what is in it'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd', 'unpack it first and send what is in it'],
  ['7z\xbc\xaf', 'a 7-Zip archive', 'unpack it first and send what is in it'],
  ['Rar!', 'a RAR archive', 'unpack it first and send what is in it'],
  ['SQLite format 3\0', 'an SQLite database', asText],
  ['\x89PNG', 'a picture', asText],
  ['\xff\xd8\xff', 'a picture', asText],
  ['GIF8', 'a picture', asText],
  ['PAR1', 'a Parquet file', asText],
  ['{\\rtf', 'a document in rich text', asText],
];

/** `text` is the decoded beginning in UTF-16. @throws StoreError that names the kind of the file by its first bytes */
export function assertTextFile(head: Uint8Array, text?: string): void {
  if (head.length === 0) throw unreadableFile('the file is empty; send CSV with a header row, or NDJSON');
  if (text === undefined) refuseBinary(head);
  else refuseMarkup(text.replace(/^\ufeff/, ''));
}

function refuseBinary(head: Uint8Array): void {
  const latin1 = Array.from(head.subarray(0, 4096), (byte) => String.fromCharCode(byte)).join('');
  if (latin1.startsWith('PK\x03\x04')) throw unreadableFile(archive(latin1));
  for (const [begins, what, advice] of fileTypes)
    if (latin1.startsWith(begins)) throw unreadableFile(`this is ${what}, not CSV or NDJSON; ${advice}`);
  refuseMarkup(latin1.replace(/^\xef\xbb\xbf/, ''));
  const nul = latin1.indexOf('\0');
  if (nul !== -1) throw unreadableFile(`the file is not text: its byte ${nul + 1} is 0; ${asText}`);
}

function archive(latin1: string): string {
  if (latin1.includes('opendocument.spreadsheet'))
    return 'this is an OpenDocument spreadsheet (.ods), not CSV; in LibreOffice choose File, Save As, "Text CSV", character set UTF-8';
  if (/\[Content_Types\]|xl\//.test(latin1) && !/word\/|ppt\//.test(latin1))
    return `this is an Excel workbook (.xlsx), not CSV; ${asCsv}`;
  if (latin1.includes('Index/'))
    return 'this is a Numbers spreadsheet, not CSV; in Numbers choose File, Export To, CSV';
  return 'this is a ZIP archive, not CSV or NDJSON; unpack it first and send what is in it';
}

function refuseMarkup(text: string): void {
  if (/^\s*<(!doctype html|html|head|body|table|meta)\b/i.test(text))
    throw unreadableFile(
      `this is an HTML page, whatever its name says: perhaps a sign-in page, or a table saved as a page; ${asText}`,
    );
  if (/^\s*<\?xml/.test(text)) throw unreadableFile(`this is an XML document, not CSV or NDJSON; ${asText}`);
}
