import type { Activity } from '@plant-store/schema';
import { isolated } from '../../ui/text/isolated.ts';
import { onFirstUse } from '../../ui/text/on-first-use.ts';
import { texts } from './texts.ts';

const list = onFirstUse(() => new Intl.ListFormat('en'));

const hours = { hour: '2-digit', minute: '2-digit' } as const;
const here = onFirstUse(() => new Intl.DateTimeFormat('en-GB', hours));
const there = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { ...hours, timeZone: 'UTC' }));
const hourMs = 60 * 60_000;

/** The hour of UTC of a time, as in `9:00 to 10:00`. The server has another time zone, and names its own. */
function hourText(at: string, isHere: boolean): [from: string, to: string] {
  const from = Date.parse(at) - (Date.parse(at) % hourMs);
  const textOf = (time: number) => (isHere ? here : there)().format(time).replace(/^0/, '');
  return [textOf(from), textOf(from + hourMs) + (isHere ? '' : ' UTC')];
}

type ReceiptName = Pick<Activity, 'kind' | 'file' | 'at' | 'created'>;

/** What an undo undid, and what that one undid; absent until loaded. `isHere` is true in the browser. */
type Facts = { undid?: ReceiptName | undefined; redid?: ReceiptName | undefined; isHere?: boolean };

export function receiptTitle(
  { kind, file, at, created }: ReceiptName,
  { undid, redid, isHere = true }: Facts = {},
): string {
  const { kinds } = texts;
  if (kind === 'import') return file === undefined ? kinds.import : kinds.importOf(isolated(file));
  if (kind === 'additions') return kinds.additions(created, ...hourText(at, isHere));
  if (kind !== 'undo') return kinds[kind];
  if (!undid) return kinds.undoUnknown;
  if (undid.kind !== 'undo') return kinds.undo(receiptTitle(undid, { isHere }));
  return redid && redid.kind !== 'undo' ? kinds.redo(receiptTitle(redid, { isHere })) : kinds.redoUnknown;
}

/** For example `2 added and 1 with errors`. */
export function receiptCounts({ kind, created, updated, deleted, skipped, failed }: Activity): string {
  const { counts } = texts;
  const isUndo = kind === 'undo';
  const parts = [
    created > 0 && (isUndo ? counts.restored : counts.added)(created),
    updated > 0 && counts.changed(updated),
    deleted > 0 && counts.deleted(deleted),
    skipped > 0 && (isUndo ? counts.leftAlone : counts.skipped)(skipped),
    failed > 0 && counts.failed(failed),
  ].filter((text) => text !== false);
  return parts.length === 0 ? counts.none : list().format(parts);
}

/** True for a receipt that can be undone: it changed plants. */
export const hasChanged = ({ created, updated, deleted }: Activity): boolean =>
  created + updated + deleted > 0;

const fileKeptMs = 7 * 24 * 60 * 60_000;

export const isFileKept = ({ kind, at }: Pick<Activity, 'kind' | 'at'>, now: number): boolean =>
  kind === 'import' && now < Date.parse(at) + fileKeptMs;
