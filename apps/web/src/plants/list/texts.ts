import type { ReactNode } from 'react';
import { numberText } from '../../ui/text/number-text.ts';
import { phrase } from '../../ui/text/phrase.ts';
import { plantsText } from '../plants-text.ts';

type Link = (text: string) => ReactNode;

export const texts = {
  what: 'Plants',
  loading: 'Loading plants…',
  loadMore: 'Load more',
  loadingMore: 'Loading…',
  all: (count: number) => `All ${numberText(count)} plants`,
  found: (count: number) => (count === 0 ? 'No plants found.' : `${plantsText(count)} found`),
  showNew: (count: number, isMore: boolean) =>
    `Show ${numberText(count)}${isMore ? ' or more' : ''} new ${count === 1 ? 'plant' : 'plants'}`,
  showNewKey: '.',
  deleted: {
    title: (count: number) =>
      count === 1 ? 'The last plant is in the trash' : `All ${numberText(count)} plants are in the trash`,
    inTrash: 'Deleted plants stay in the trash for 30 days.',
    text: 'They stay there for 30 days.',
    undo: 'Undo',
    openTrash: 'Open the trash',
  },
  samples: {
    offer: 'Just looking around?',
    add: 'Try it with 20 sample plants',
    adding: 'Adding…',
    added: 'Added 20 sample plants.',
  },
  empty: {
    title: 'No plants yet.',
    add: (link: Link) => phrase`Add your first plant, or ${link('import a list')}.`,
    addOnly: 'Add your first plant.',
    viewer: 'Plants will appear here.',
    invite: (link: Link) => phrase`Working with others? ${link('Invite them')}.`,
  },
};
