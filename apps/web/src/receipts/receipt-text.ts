import type { Receipt, Undone } from '@plant-store/schema';
import { numberText, plantsText } from '../page/count-text.ts';
import { isolated } from '../page/isolated.ts';

type ReceiptName = Pick<Receipt, 'kind' | 'file'>;

const list = new Intl.ListFormat('en');

/** What an import or a bulk action was, in words; of an undoing also what it undid, where that is known. */
export function receiptTitle({ kind, file }: ReceiptName, undid?: ReceiptName): string {
  if (kind === 'undo' && undid)
    return `Undone: ${undid.kind === 'undo' ? 'an undoing' : receiptTitle(undid)}`;
  const titles: Record<Receipt['kind'], string> = {
    import: file === undefined ? 'Import' : `Import of ${isolated(file)}`,
    add: 'Plants added together',
    edit: 'Tags changed together',
    delete: 'Plants deleted together',
    undo: 'Undone',
  };
  return titles[kind];
}

/** What became of how many plants. */
export function receiptCounts({ kind, created, updated, deleted, skipped, failed }: Receipt): string {
  const isUndo = kind === 'undo';
  const counts = Object.entries({
    [isUndo ? 'put back' : 'added']: created,
    changed: updated,
    deleted,
    [isUndo ? 'left alone' : 'skipped']: skipped,
    'not acceptable': failed,
  });
  const told = counts.filter(([, count]) => count > 0).map(([what, count]) => `${numberText(count)} ${what}`);
  return told.length === 0 ? 'Nothing was changed' : list.format(told);
}

/** Whether it did anything that could be undone. */
export const hasChanged = ({ created, updated, deleted }: Receipt): boolean =>
  created + updated + deleted > 0;

const fileKeptMs = 7 * 24 * 60 * 60_000;

/** Whether the file of an import is there still, with notes on what came of each row. */
export const isFileKept = ({ kind, at }: Pick<Receipt, 'kind' | 'at'>, now: number): boolean =>
  kind === 'import' && now < Date.parse(at) + fileKeptMs;

/** That so many plants were left alone. */
export const leftText = (count: number): string =>
  count === 1
    ? '1 plant was left alone, as it has changed since.'
    : `${plantsText(count)} were left alone, as they have changed since.`;

/** Why a plant was left alone. */
export const leftReasons: Record<Undone['left'][number]['reason'], string> = {
  changed: 'was changed since',
  deleted: 'was deleted since',
  idTaken: 'has another plant in its place by now',
};

/** What undoing did, and how many plants it left alone. */
export function undoneText({ created, updated, deleted, leftCount }: Undone): string {
  const told = [
    ...(created > 0 ? [`${plantsText(created)} put back`] : []),
    ...(updated > 0 ? [`${plantsText(updated)} as before`] : []),
    ...(deleted > 0 ? [`${plantsText(deleted)} moved to the trash`] : []),
  ];
  const done = told.length === 0 ? 'There was nothing to undo.' : `Undone: ${list.format(told)}.`;
  if (leftCount === 0) return done;
  return `${done} ${leftText(leftCount)}`;
}
