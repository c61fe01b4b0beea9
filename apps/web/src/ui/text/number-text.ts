const number = new Intl.NumberFormat('en');

/** A whole number as people read it: `1,204`. */
export const numberText = (count: number): string => number.format(count);
