import { numberText } from '../../ui/text/number-text.ts';

export const texts = {
  selectAll: 'Select all',
  tooMany: (limit: number) =>
    `Up to ${numberText(limit)} plants can be selected one by one. To take more, use Select all.`,
  allDeleted: (count: number) =>
    count === 1 ? 'The last plant is in the trash' : `All ${numberText(count)} plants are in the trash`,
  inTrash: 'Deleted plants stay in the trash for 30 days.',
  allDeletedText: 'They stay there for 30 days.',
  undo: 'Undo',
  openTrash: 'Open the trash',
};
