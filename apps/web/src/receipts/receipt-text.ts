import type { Receipt, Undone } from '@plant-store/schema';

const number = new Intl.NumberFormat('en');
const list = new Intl.ListFormat('en');
const plants = (count: number) => (count === 1 ? '1 plant' : `${number.format(count)} plants`);

/** What an import or a bulk action was, in words. */
export function receiptTitle({ kind, file }: Receipt): string {
  const titles: Record<Receipt['kind'], string> = {
    import: file === undefined ? 'Import' : `Import of ${file}`,
    add: 'Plants added together',
    edit: 'Tags changed together',
    delete: 'Plants deleted together',
    undo: 'Undone',
  };
  return titles[kind];
}

/** What became of how many plants. */
export function receiptCounts({ created, updated, deleted, skipped, failed }: Receipt): string {
  const counts = Object.entries({
    added: created,
    changed: updated,
    deleted,
    skipped,
    'not acceptable': failed,
  });
  const told = counts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${number.format(count)} ${what}`);
  return told.length === 0 ? 'Nothing was changed' : list.format(told);
}

/** What undoing did, and how many plants it left alone. */
export function undoneText({ created, updated, deleted, leftCount }: Undone): string {
  const told = [
    ...(created > 0 ? [`${plants(created)} put back`] : []),
    ...(updated > 0 ? [`${plants(updated)} as before`] : []),
    ...(deleted > 0 ? [`${plants(deleted)} moved to the trash`] : []),
  ];
  const done = told.length === 0 ? 'There was nothing to undo.' : `Undone: ${list.format(told)}.`;
  if (leftCount === 0) return done;
  return `${done} ${plants(leftCount)} changed since, and left alone: see Receipts.`;
}
