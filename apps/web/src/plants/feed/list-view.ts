import { anchorRow, focusedRow, visibleRows } from '../table/visible-rows.ts';

/** The rows that the person reads or edits: news must not move them. */
export type ListView = {
  /** The row above which new rows wait; `undefined` if none wait, as at the top of the list. */
  first: bigint | undefined;
  /** The row with the focus, and rows that are edited, keep their place. An edited one stays even if its plant is gone. */
  held: readonly { id: bigint; isEdited: boolean }[];
  /** True if all rows are selected: any new row waits, as it would be selected too. */
  isClosed: boolean;
};

export const noView: ListView = { first: undefined, held: [], isClosed: false };

/** The view of the list in this page. */
export function viewOfPage(): ListView {
  const table = document.querySelector<HTMLTableElement>('main [data-list] table');
  if (!table) return noView;
  const first = anchorRow(visibleRows(table));
  const focused = focusedRow();
  const edited = new Set(table.querySelectorAll<HTMLElement>('tr[data-plant]:has(td[data-field] input)'));
  const held = [...new Set([...(focused ? [focused] : []), ...edited])];
  const all = table.tHead?.querySelector<HTMLInputElement>('input[type=checkbox]');
  return {
    first: first && idOf(first),
    held: held.map((row) => ({ id: idOf(row), isEdited: edited.has(row) })),
    isClosed: all?.checked === true,
  };
}

const idOf = ({ dataset }: HTMLElement): bigint => BigInt(dataset.plant ?? '');
