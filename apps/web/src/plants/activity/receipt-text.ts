import type { Receipt } from '@plant-store/schema';
import { isolated } from '../../ui/text/isolated.ts';
import { texts } from './texts.ts';

type ReceiptName = Pick<Receipt, 'kind' | 'file'>;

const list = new Intl.ListFormat('en');

/** `undid` is the receipt that an undo reversed, `redid` the one that `undid` had reversed; absent until loaded. */
export function receiptTitle({ kind, file }: ReceiptName, undid?: ReceiptName, redid?: ReceiptName): string {
  const { kinds } = texts;
  if (kind === 'import') return file === undefined ? kinds.import : kinds.importOf(isolated(file));
  if (kind !== 'undo') return kinds[kind];
  if (!undid) return kinds.undoUnknown;
  if (undid.kind !== 'undo') return kinds.undo(receiptTitle(undid));
  return redid && redid.kind !== 'undo' ? kinds.redo(receiptTitle(redid)) : kinds.redoUnknown;
}

/** For example `2 added and 1 with errors`. */
export function receiptCounts({ kind, created, updated, deleted, skipped, failed }: Receipt): string {
  const { counts } = texts;
  const isUndo = kind === 'undo';
  const parts = [
    created > 0 && (isUndo ? counts.restored : counts.added)(created),
    updated > 0 && counts.changed(updated),
    deleted > 0 && counts.deleted(deleted),
    skipped > 0 && (isUndo ? counts.leftAlone : counts.skipped)(skipped),
    failed > 0 && counts.failed(failed),
  ].filter((text) => text !== false);
  return parts.length === 0 ? counts.none : list.format(parts);
}

/** True for a receipt that can be undone: it changed plants. */
export const hasChanged = ({ created, updated, deleted }: Receipt): boolean =>
  created + updated + deleted > 0;

const fileKeptMs = 7 * 24 * 60 * 60_000;

export const isFileKept = ({ kind, at }: Pick<Receipt, 'kind' | 'at'>, now: number): boolean =>
  kind === 'import' && now < Date.parse(at) + fileKeptMs;
