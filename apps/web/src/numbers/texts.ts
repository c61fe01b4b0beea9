import { numberText } from '../page/count-text.ts';
import { isolated } from '../page/isolated.ts';

/** Texts of the page of statistics. */
export const texts = {
  title: 'Statistics',
  lead: 'Choose a bar to see its plants.',
  byTag: 'Plants by tag',
  byWeek: 'Added per week',
  noTag: 'no tag',
  tagName: (tag: string) => (tag === '' ? 'no tag' : isolated(tag)),
  otherTags: (count: number, isMore: boolean) =>
    `${numberText(count)}${isMore ? ' or more' : ''} more ${count === 1 ? 'tag' : 'tags'}: see the Tag filter.`,
  weekName: (monday: string, count: number) => `Week of ${monday}: ${numberText(count)}`,
  most: (count: number, monday: string) => `Most in one week: ${numberText(count)} (${monday})`,
  none: 'No plants yet.',
  noneHint: 'Statistics appear once the store has plants.',
  failed: 'Statistics could not be loaded',
};
