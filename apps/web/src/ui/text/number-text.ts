const number = new Intl.NumberFormat('en');

/** A whole number with separators: `1,204`. */
export const numberText = (count: number): string => number.format(count);
