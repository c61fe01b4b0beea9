import type { Additions, Receipt } from '@plant-store/schema';
import { isolated } from '../../ui/text/isolated.ts';
import { texts } from './texts.ts';

type ReceiptName = Pick<Receipt, 'kind' | 'file'>;

const list = new Intl.ListFormat('en');

const hours = { hour: '2-digit', minute: '2-digit' } as const;
const here = new Intl.DateTimeFormat('en-GB', hours);
const there = new Intl.DateTimeFormat('en-GB', { ...hours, timeZone: 'UTC', timeZoneName: 'short' });

/** For example `Added 50 plants, 9:00 to 10:00`; in UTC unless `isHere`, as the server has another time zone. */
export function additionsTitle(
  { count, from, to }: Pick<Additions, 'count' | 'from' | 'to'>,
  isHere: boolean,
): string {
  const [begin, end] = [from, to].map((time) =>
    (isHere ? here : there).format(new Date(time)).replace(/^0/, ''),
  ) as [string, string];
  return texts.kinds.additions(count, isHere ? begin : begin.replace(' UTC', ''), end);
}

/**
 * `undid` is the receipt that an undo reversed, `redid` the one that `undid` had reversed; absent until loaded. A group of
 * single additions is named by its title.
 */
export function receiptTitle(
  { kind, file }: ReceiptName,
  undid?: ReceiptName | string,
  redid?: ReceiptName | string,
): string {
  const { kinds } = texts;
  if (kind === 'import') return file === undefined ? kinds.import : kinds.importOf(isolated(file));
  if (kind !== 'undo') return kinds[kind];
  if (!undid) return kinds.undoUnknown;
  if (typeof undid === 'string' || undid.kind !== 'undo') return kinds.undo(nameOf(undid));
  if (!redid || (typeof redid !== 'string' && redid.kind === 'undo')) return kinds.redoUnknown;
  return kinds.redo(nameOf(redid));
}

const nameOf = (done: ReceiptName | string) => (typeof done === 'string' ? done : receiptTitle(done));

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
