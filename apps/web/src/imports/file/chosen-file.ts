import { StoreError } from '@plant-store/schema';
import { texts as uiTexts } from '../../ui/texts.ts';
import { reloadIfUpdated } from '../../ui/updated-store.ts';
import { fileKind } from '../workbook/file-kind.ts';
import type { OpenedSheet } from '../workbook/workbook.ts';

export type WorkbookChoice = Omit<OpenedSheet, 'csv'> & { original: File };

export type ChosenFile = { file: File; workbook?: WorkbookChoice | undefined };

/**
 * Converts a workbook to CSV, and leaves any other file unchanged. The code for workbooks is loaded only for a
 * workbook.
 * @param sheet the name of the sheet to read; without it, the first sheet that is not empty
 * @throws StoreError for an unreadable workbook, or if the code could not be loaded
 */
export async function chosenFile(original: File, sheet?: string): Promise<ChosenFile> {
  if (!(await mayBeWorkbook(original))) return { file: original };
  const { openWorkbook } = await import('../workbook/workbook.ts').catch(async (cause) => {
    throw new StoreError('unavailable', (await reloadIfUpdated(cause)) ?? uiTexts.partNotLoaded, { cause });
  });
  const opened = await openWorkbook(original, sheet);
  if (!opened) return { file: original };
  const { csv, ...workbook } = opened;
  return { file: csv, workbook: { ...workbook, original } };
}

/** False also if the file was moved or changed after the person chose it. The request that sends the file reports this. */
const mayBeWorkbook = (file: File): Promise<boolean> =>
  fileKind(file).then(
    (kind) => kind !== undefined,
    () => false,
  );
