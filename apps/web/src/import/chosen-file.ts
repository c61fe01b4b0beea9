import type { OpenedSheet } from '../workbook/workbook.ts';

/** The workbook that a file of CSV was made of. */
export type WorkbookChoice = Omit<OpenedSheet, 'csv'> & { original: File };

export type ChosenFile = { file: File; workbook?: WorkbookChoice | undefined };

/**
 * The file as the store takes it: a workbook becomes CSV, all else stays as it is. The reader of workbooks is loaded
 * for a workbook alone.
 * @throws StoreError where it is a workbook that cannot be read
 */
export async function chosenFile(original: File, sheet?: string): Promise<ChosenFile> {
  if (!(await mayBeWorkbook(original))) return { file: original };
  const { openWorkbook } = await import('../workbook/workbook.ts');
  const opened = await openWorkbook(original, sheet);
  if (!opened) return { file: original };
  const { csv, ...workbook } = opened;
  return { file: csv, workbook: { ...workbook, original } };
}

/** Whether a file begins as a ZIP file does, or as an old or encrypted Office document. */
async function mayBeWorkbook(file: File): Promise<boolean> {
  try {
    const [first, second, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    const isZip = first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
    return isZip || (first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0);
  } catch {
    // It was moved or changed since, which is said where it is sent.
    return false;
  }
}
