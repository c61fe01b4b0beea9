import { focusedRow, visibleRows } from '../table/visible-rows.ts';

/** What the person does with the list: news must not move it. */
export type ListView = {
  /** The row above which new rows wait; `undefined` if none wait, as at the top of the list. */
  first: bigint | undefined;
  /** The row that has the focus: it keeps its place. */
  held: bigint | undefined;
  /** True if a text field of that row has the focus: the row stays even if its plant leaves the list. */
  isEdited: boolean;
  /** True if all rows are selected: any new row waits, as it would be selected too. */
  isClosed: boolean;
};

export const noView: ListView = { first: undefined, held: undefined, isEdited: false, isClosed: false };

/** The view of the list in this page. */
export function viewOfPage(): ListView {
  const table = document.querySelector<HTMLTableElement>('main [data-list] table');
  if (!table) return noView;
  const visible = visibleRows(table);
  const focused = focusedRow();
  const first = focused && visible.includes(focused) ? focused : visible[0];
  const isAtTop = first !== focused && first?.dataset.index === '0';
  const all = table.tHead?.querySelector<HTMLInputElement>('input[type=checkbox]');
  return {
    first: first && !isAtTop ? idOf(first) : undefined,
    held: focused && idOf(focused),
    isEdited: document.activeElement?.matches('tr input:not([type=checkbox]), tr textarea') === true,
    isClosed: all?.checked === true,
  };
}

const idOf = ({ dataset }: HTMLElement): bigint => BigInt(dataset.plant ?? '');
