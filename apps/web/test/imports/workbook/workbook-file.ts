import { strToU8, zipSync } from 'fflate';

type Sheets = Record<string, string>;
type Options = {
  sharedTexts?: string;
  styles?: string;
  workbookPr?: string;
  states?: Record<string, string>;
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook whose sheets have these rows, as XML like Excel's. */
export function workbookParts(
  sheets: Sheets,
  { sharedTexts, styles, workbookPr = '', states = {} }: Options = {},
): Record<string, string> {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" ${states[name] ? `state="${states[name]}" ` : ''}r:id="rId${at + 1}"/>`,
  );
  const targets = names.map(
    (_name, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${declaration}<Types/>`,
    'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${relations}">${workbookPr}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships>${targets.join('')}</Relationships>`,
  };
  for (const [at, name] of names.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `${declaration}<worksheet ${main}><dimension ref="A1:C9"/><sheetData>${sheets[name]}</sheetData><mergeCells/></worksheet>`;
  if (sharedTexts !== undefined)
    parts['xl/sharedStrings.xml'] = `${declaration}<sst ${main} count="9">${sharedTexts}</sst>`;
  if (styles !== undefined)
    parts['xl/styles.xml'] = `${declaration}<styleSheet ${main}>${styles}</styleSheet>`;
  return parts;
}

/** A compressed file of these parts. */
export function zipped(parts: Record<string, string>, name = 'plants.xlsx'): File {
  const bytes = zipSync(
    Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, strToU8(text)])),
  );
  return new File([bytes as BlobPart], name);
}

/** The same ZIP file, with all numbers of its directory in the additions of ZIP64 (APPNOTE 4.5.3). */
export function zip64(file: ArrayBuffer): Buffer {
  const bytes = Buffer.from(file);
  const end = bytes.length - 22;
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  const pieces = [bytes.subarray(0, start)];
  const uint64 = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer)));
  for (let at = start; at < end; ) {
    const header = Buffer.from(bytes.subarray(at, at + 46 + bytes.readUInt16LE(at + 28)));
    at += header.length;
    const sizes = [24, 20, 42].map((offset) => header.readUInt32LE(offset));
    for (const offset of [24, 20, 42]) header.writeUInt32LE(0xffffffff, offset);
    header.writeUInt16LE(33, 30);
    // Another addition comes first.
    pieces.push(header, Buffer.from([9, 9, 1, 0, 9, 1, 0, 24, 0]), uint64(...sizes));
  }
  const at = Buffer.concat(pieces).length;
  pieces.push(
    Buffer.from('PK\x06\x06'),
    uint64(44),
    Buffer.alloc(12),
    uint64(count, count, at - start, start),
  );
  pieces.push(Buffer.from('PK\x06\x07'), Buffer.alloc(4), uint64(at), Buffer.alloc(4));
  pieces.push(Buffer.from('PK\x05\x06'), Buffer.alloc(4), Buffer.alloc(12, 0xff), Buffer.alloc(2));
  return Buffer.concat(pieces);
}

export const workbook = (sheets: Sheets, options?: Options): File => zipped(workbookParts(sheets, options));

/** A cell with inline text, and a cell with a number. */
export const textCell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const numberCell = (reference: string, value: string) => `<c r="${reference}"><v>${value}</v></c>`;
export const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
