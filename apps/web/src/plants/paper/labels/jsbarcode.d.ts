// The part of jsbarcode that makes Code 128: the whole package is five times as large.
declare module 'jsbarcode/bin/barcodes/CODE128/index.js' {
  export class CODE128 {
    constructor(text: string, options: object);
    /** A `1` for each module of a bar, a `0` for each module of a space. */
    encode(): { data: string };
  }
}
