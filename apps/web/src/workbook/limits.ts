const mib = 1024 * 1024;

/** How much of a workbook is read, in memory of the browser; what is larger can be saved as CSV. */
export const limits = {
  fileBytes: 32 * mib,
  /** Of all parts that are unpacked. Unpacking stops there. */
  inflatedBytes: 256 * mib,
  /** Of the text that is made of a sheet, in UTF-16 units: a long text may be shared by many cells. */
  textLength: 64 * mib,
  rows: 200_000,
  columns: 1_000,
  /** Of one row or one shared text, in XML. */
  elementLength: 4 * mib,
};

export const inMib = (bytes: number): number => bytes / mib;
