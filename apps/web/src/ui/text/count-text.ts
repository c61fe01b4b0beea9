import { texts } from '../texts.ts';

const number = new Intl.NumberFormat('en');

/** A whole number as people read it: `1,204`. */
export const numberText = (count: number): string => number.format(count);

/** The number of plants in words: `1 plant`, `1,204 plants`. */
export const plantsText = (count: number): string =>
  count === 1 ? texts.plants.one : texts.plants.many(numberText(count));
