import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import { readXml, unescaped } from './xml.ts';
import { type XmlStream, xmlElements } from './xml-elements.ts';
import type { ZipParts } from './zip-parts.ts';

type Sheet = { name: string; part: string };

export type WorkbookParts = {
  sheets: Sheet[];
  sharedTexts: string[];
  /** For each style number, whether cells of the style are dates or times. */
  dateStyles: boolean[];
  is1904: boolean;
};

/** @returns `undefined` for a ZIP file that is not a workbook @throws StoreError for a damaged or a binary one */
export async function readWorkbookParts(parts: ZipParts): Promise<WorkbookParts | undefined> {
  const main = (await relationshipsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.part;
  const name = [main ?? '', 'xl/workbook.xml', 'xl/workbook.bin'].find(parts.has);
  if (name === undefined) return undefined;
  const relationships = await relationshipsOf(parts, name);
  const isWorkbook = name.startsWith('xl/') || relationships.some(({ type }) => type === 'worksheet');
  if (!isWorkbook) return undefined;
  if (name.endsWith('.bin')) throw workbookError(texts.binaryWorkbook);
  const partOf = (wanted: string, usual: string) =>
    [relationships.find(({ type }) => type === wanted)?.part ?? '', usual].find(parts.has);
  const sharedTexts: string[] = [];
  const shared = partOf('sharedStrings', 'xl/sharedstrings.xml');
  if (shared !== undefined) await parts.read(shared, sharedTextReader(sharedTexts));
  const styles = partOf('styles', 'xl/styles.xml');
  return {
    ...sheetsOf(await textOf(parts, name), relationships),
    sharedTexts,
    dateStyles: styles === undefined ? [] : dateStylesOf(await textOf(parts, styles)),
  };
}

function sharedTextReader(sharedTexts: string[]): XmlStream {
  let text = '';
  let isText = false;
  let isPronunciation = false;
  return xmlElements('si', 'sst', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPronunciation = true;
      isText = name === 't' && !isPronunciation;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPronunciation = false;
      if (name === 'si') sharedTexts.push(unescaped(text));
    },
    text(value) {
      if (isText) text += value;
    },
  });
}

/** The visible sheets with their parts, or all sheets if none is visible. */
function sheetsOf(workbook: string, relationships: Relationship[]): Pick<WorkbookParts, 'sheets' | 'is1904'> {
  const sheets: (Sheet & { isHidden: boolean })[] = [];
  let is1904 = false;
  readXml(workbook, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const { name = '', state = 'visible' } = attributes;
      // The list of sheets has charts too, which have no rows.
      const sheet = relationships.find((one) => one.id === id && one.type === 'worksheet');
      if (sheet) sheets.push({ name, part: sheet.part, isHidden: state !== 'visible' });
    },
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return { sheets: visible.length > 0 ? visible : sheets, is1904 };
}

/** True for a built-in date format. The file has no code for it (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function dateStylesOf(styles: string): boolean[] {
  const codes = new Map<number, string>();
  const dateStyles: boolean[] = [];
  let isCellFormat = false;
  readXml(styles, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isCellFormat = true;
      if (name !== 'xf' || !isCellFormat) return;
      const code = codes.get(Number(numFmtId));
      dateStyles.push(code === undefined ? isBuiltInDate(Number(numFmtId)) : isDateCode(code));
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return dateStyles;
}

/** True if a format shows days, months, years, hours or seconds outside quoted texts, colours and locales. */
const isDateCode = (code: string) =>
  /[dyhms]/i.test(
    code
      .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
      .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
      .replaceAll(/general/gi, ''),
  );

/** A named reference from one part to another: the last word of its type, and the name of the other part. */
type Relationship = { id: string; type: string; part: string };

/** The relationships of a part (ECMA-376 part 2, 9.3); of the whole file for the name ''. */
async function relationshipsOf(parts: ZipParts, name: string): Promise<Relationship[]> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const list = `${folder}_rels/${name.slice(folder.length)}.rels`;
  const found: Relationship[] = [];
  if (!parts.has(list)) return found;
  readXml(await textOf(parts, list), {
    open(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return;
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: partOf(Target, folder) });
    },
  });
  return found;
}

async function textOf(parts: ZipParts, name: string): Promise<string> {
  const pieces: string[] = [];
  await parts.read(name, { push: (text) => void pieces.push(text), end: () => undefined });
  return pieces.join('');
}

/** The name of the part at a target, which may be relative to a folder. */
function partOf(target: string, folder: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  return path.join('/').toLowerCase();
}
