import { readXml, unescaped } from './xml.ts';
import { type XmlStream, xmlElements } from './xml-elements.ts';
import { type Budget, readParts } from './zip-parts.ts';

export type Sheet = { name: string; part: string };

/** The parts that all sheets of a workbook share. */
export type WorkbookParts = {
  sheets: Sheet[];
  sharedTexts: string[];
  /** For each style number, whether cells of the style are dates or times. */
  dateStyles: boolean[];
  is1904: boolean;
};

/** Reads the small parts of a workbook. A ZIP file that is not a workbook gives the names of its parts. */
export async function readWorkbookParts(file: Blob, budget: Budget): Promise<WorkbookParts | string[]> {
  const whole: Record<string, string> = {};
  const sharedTexts: string[] = [];
  const names = await readParts(
    file,
    (name) => {
      if (name === 'xl/sharedstrings.xml') return sharedTextReader(sharedTexts);
      return /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml)$/.test(name)
        ? wholeReader((text) => {
            whole[name] = text;
          })
        : undefined;
    },
    budget,
  );
  const workbook = whole['xl/workbook.xml'];
  if (workbook === undefined) return names;
  return {
    ...sheetsOf(workbook, whole['xl/_rels/workbook.xml.rels'] ?? ''),
    sharedTexts,
    dateStyles: dateStylesOf(whole['xl/styles.xml'] ?? ''),
  };
}

function wholeReader(onEnd: (text: string) => void): XmlStream {
  const pieces: string[] = [];
  return { push: (text) => void pieces.push(text), end: () => onEnd(pieces.join('')) };
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
function sheetsOf(workbook: string, relations: string): Pick<WorkbookParts, 'sheets' | 'is1904'> {
  const targets = new Map<string, string>();
  if (relations !== '')
    readXml(relations, {
      open: (name, { Id = '', Target = '' }) => name === 'Relationship' && targets.set(Id, partOf(Target)),
    });
  const sheets: (Sheet & { isHidden: boolean })[] = [];
  let is1904 = false;
  readXml(workbook, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const { name = '', state = 'visible' } = attributes;
      const part = targets.get(id);
      // The list of sheets has charts too, which have no rows.
      if (part?.includes('worksheets/')) sheets.push({ name, part, isHidden: state !== 'visible' });
    },
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return { sheets: visible.length > 0 ? visible : sheets, is1904 };
}

const partOf = (target: string) =>
  (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`).toLowerCase();

/** True for a built-in date format. The file has no code for it (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function dateStylesOf(styles: string): boolean[] {
  const codes = new Map<number, string>();
  const dateStyles: boolean[] = [];
  let isCellFormat = false;
  if (styles === '') return dateStyles;
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
