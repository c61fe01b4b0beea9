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

export const workbook = (sheets: Sheets, options?: Options): File => zipped(workbookParts(sheets, options));

/** A cell with inline text, and a cell with a number. */
export const textCell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const numberCell = (reference: string, value: string) => `<c r="${reference}"><v>${value}</v></c>`;
export const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
