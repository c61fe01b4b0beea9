/** The rows of a list that can be seen, from the top. */
export function visibleRows(body: HTMLElement): HTMLElement[] {
  // The head covers rows as soon as it sticks.
  const head = body.closest('table')?.tHead?.getBoundingClientRect().bottom ?? 0;
  return [...body.querySelectorAll<HTMLElement>('tr[data-plant]')].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 > Math.max(0, head) && top < window.innerHeight;
  });
}

/** The row that stays where it is: the focused one if it is visible, else the first one below the top of the list. */
export function anchorRow(visible: readonly HTMLElement[]): HTMLElement | undefined {
  const focused = focusedRow();
  if (focused && visible.includes(focused)) return focused;
  return visible[0]?.dataset.index === '0' ? undefined : visible[0];
}

/** The row that has the focus. */
export const focusedRow = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>('tr[data-plant]') ?? undefined;
