import type { PlantSort } from '@plant-store/schema';
import { isolated } from '../../ui/text/isolated.ts';
import { plantsText } from '../plants-text.ts';

const tagLabel = (tag: string) => (tag === '' ? 'no tag' : tag);

export const texts = {
  back: 'All plants',
  search: 'Search',
  reset: 'Reset search',
  searchAmong: (total: number) => `Search ${plantsText(total)}`,
  tag: {
    chosen: (tag: string | undefined) =>
      `Tag: ${tag ? isolated(tag) : tag === undefined ? 'any' : tagLabel(tag)}`,
    label: tagLabel,
  },
  noMatches: {
    title: (q: string) => `No plants match “${isolated(q)}”`,
    searchHint: 'Try fewer or shorter words.',
    idHint: 'An id is found by its first digits, not by its last ones.',
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
  } satisfies Record<PlantSort, string>,
  key: '/',
  sortLabel: 'Order',
};
