const mib = 1024 * 1024;

/** Limits of a workbook, which is read in the memory of the browser. CSV files have none of them. */
export const limits = {
  fileBytes: 32 * mib,
  /** Of all unpacked parts together. Unpacking stops at this limit. */
  inflatedBytes: 256 * mib,
  /** Of the CSV text of a sheet, in UTF-16 units. Many cells may share one long text. */
  textLength: 64 * mib,
  rows: 200_000,
  columns: 1_000,
  /** Of one row or one shared text, in XML. */
  elementLength: 4 * mib,
};

export const inMib = (bytes: number): number => bytes / mib;
