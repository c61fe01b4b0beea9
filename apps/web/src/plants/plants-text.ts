import { numberText } from '../ui/text/number-text.ts';

/** The number of plants as a text: `1 plant`, `1,204 plants`. */
export const plantsText = (count: number): string =>
  count === 1 ? '1 plant' : `${numberText(count)} plants`;
