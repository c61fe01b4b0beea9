let rows = '';

/** Keeps rows that were pasted into the form for the page Import, which opens next. */
export const keepForImport = (pasted: string) => {
  rows = pasted;
};

export function takeForImport(): string {
  const kept = rows;
  rows = '';
  return kept;
}
