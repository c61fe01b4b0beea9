import { numberText } from '../../ui/text/number-text.ts';

export const texts = {
  selectAll: 'Select all',
  tooMany: (limit: number) =>
    `Up to ${numberText(limit)} plants can be selected one by one. To take more, use Select all.`,
};
