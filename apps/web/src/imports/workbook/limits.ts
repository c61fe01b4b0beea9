const mib = 1024 * 1024;

/** Limits of a workbook, which the browser reads into memory. They do not apply to CSV files. */
export const limits = {
  fileBytes: 32 * mib,
  /** The size of all unpacked parts together. */
  inflatedBytes: 256 * mib,
  /** The length of a sheet's CSV text, in UTF-16 units. Many cells may share one long text. */
  textLength: 64 * mib,
  rows: 200_000,
  columns: 1_000,
  elementLength: 4 * mib,
};

export const inMib = (bytes: number): number => bytes / mib;
