import type { ReactNode } from 'react';
import { numberText } from '../../ui/text/number-text.ts';
import { phrase } from '../../ui/text/phrase.ts';
import { plantsText } from '../plants-text.ts';

export const texts = {
  title: 'Statistics',
  total: (count: number) => `${plantsText(count)} in the store.`,
  none: 'No plants yet. Statistics appear once you add some.',
  byTag: 'Plants by tag',
  tag: 'Tag',
  plants: 'Plants',
  share: 'Share',
  actions: 'Actions',
  noTag: 'no tag',
  moreTags: (count: number, isAll: boolean, link: (text: string) => ReactNode) =>
    phrase`${numberText(count)}${isAll ? '' : ' or more'} more ${count === 1 ? 'tag' : 'tags'}: see the ${link('Tag filter')}.`,
  byWeek: 'Added per week',
  week: 'Week of',
  most: (count: number, monday: string) => `Most in one week: ${numberText(count)} (${monday})`,
};
