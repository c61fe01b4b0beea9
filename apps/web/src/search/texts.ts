import { plantsText } from '../page/count-text.ts';
import { isolated } from '../page/isolated.ts';

/** The texts of search, filters and sort order. */
export const texts = {
  search: 'Search',
  searchAmong: (total: number) => `Search ${plantsText(total)}`,
  tag: { choose: 'Choose a tag', find: 'Find a tag' },
  noMatches: {
    title: (q: string) => `No plants match “${isolated(q)}”`,
    searchHint: 'Try fewer or shorter words.',
    filterHint: 'Plants that matched may have been changed or deleted.',
    tagHint: 'Plants that had this tag were retagged or deleted.',
    searchAll: 'Search all plants',
    showAll: 'Show all plants',
  },
  sort: {
    '-added': 'Newest first',
    added: 'Oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    id: 'Id, lowest first',
    '-id': 'Id, highest first',
  },
  /** Its shortcut. */
  key: '/',
  sortLabel: (order: string) => `Order: ${order}`,
};
