import { numberText } from '../ui/text/number-text.ts';

export const plantsText = (count: number): string =>
  count === 1 ? '1 plant' : `${numberText(count)} plants`;
