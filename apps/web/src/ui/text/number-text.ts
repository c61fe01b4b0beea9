const number = new Intl.NumberFormat('en');

export const numberText = (count: number): string => number.format(count);
