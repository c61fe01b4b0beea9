import { fileKind } from './file-kind.ts';
import { inMib, limits } from './limits.ts';
import { sheetCsv } from './sheet-csv.ts';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import { readWorkbookParts } from './workbook-parts.ts';
import { openParts } from './zip-parts.ts';

export type OpenedSheet = { csv: File; sheet: string; sheets: string[] };

/** Without a name, the first sheet with content; `undefined` for no workbook. @throws StoreError, also above a limit */
export async function openWorkbook(file: File, name?: string): Promise<OpenedSheet | undefined> {
  if ((await fileKind(file)) === 'compound') throw workbookError(await compoundProblem(file));
  if (file.size > limits.fileBytes) throw workbookError(texts.tooLarge(inMib(limits.fileBytes)));
  const zip = await openParts(file);
  const parts = await readWorkbookParts(zip);
  if (!parts) return undefined;
  const sheets = parts.sheets.map((sheet) => sheet.name);
  const candidates = name === undefined ? parts.sheets : parts.sheets.filter((sheet) => sheet.name === name);
  if (name !== undefined && candidates.length === 0) throw workbookError(texts.noSheet(name));
  for (const sheet of candidates) {
    const lines: string[] = [];
    await zip.read(
      sheet.part,
      sheetCsv(sheet.name, parts, (line) => lines.push(line)),
    );
    if (lines.length === 0) continue;
    const csv = new File(['\uFEFF', ...lines], file.name, { type: 'text/csv' });
    return { csv, sheet: sheet.name, sheets };
  }
  throw workbookError(name === undefined ? texts.empty : texts.emptySheet(name));
}

/** The message about a compound file: either an old workbook (.xls) or an encrypted workbook. */
async function compoundProblem(file: File): Promise<string> {
  const text = new TextDecoder('utf-16le').decode(await file.slice(0, limits.fileBytes).arrayBuffer());
  return text.includes('EncryptedPackage') || /\.xls[xm]$/i.test(file.name)
    ? texts.password
    : texts.oldWorkbook;
}
