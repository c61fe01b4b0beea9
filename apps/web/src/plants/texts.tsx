import type { ReactNode } from 'react';
import { isolated } from '../ui/text/isolated.ts';
import { numberText } from '../ui/text/number-text.ts';
import { plantsText } from './plants-text.ts';

type Link = (text: string) => ReactNode;

/** Texts of the list of plants and of the form to add them. */
export const texts = {
  form: {
    title: 'Add a plant',
    /** Its shortcut. */
    key: 'n',
    open: 'New plant',
    close: 'Close',
    add: 'Add plant',
    undo: 'Undo',
    keepTag: 'Keep tag for the next plant',
    notAdded: 'Not added. Correct the marked field.',
    nextFree: 'Next free:',
    nextFreeHint: (id: bigint) => `Arrow down in an empty field takes the next free id, ${id}.`,
    openHolder: (id: bigint) => `Open plant ${id}`,
    added: (name: string, id: bigint) => `Added ${isolated(name)} (id ${id}).`,
    addedMany: (count: number) => `Added ${plantsText(count)}.`,
    addedBefore: (name: string) => `${isolated(name)} was already saved. Nothing was added twice.`,
    refused: (name: string, why: string) => `${isolated(name)} was not added. ${why} Correct it in the list.`,
    refusedMany: (count: number) => `${plantsText(count)} not added. Correct them in the list.`,
    justAdded: (id: bigint, name: string) =>
      `${id} was just added as ${isolated(name)}; scan or type the next plant`,
    completion: (spelling: string) => `Arrow right completes: ${isolated(spelling)}.`,
    hidden: "Your search doesn't show it.",
    showIt: 'Show it',
    unanswered:
      "We couldn't confirm that the plant was saved. Press Add again: the id keeps it from being added twice.",
  },
  table: {
    name: 'Plants',
    id: 'Id',
    plantName: 'Name',
    tag: 'Tag',
    select: (name: string) => `Select ${name}`,
    tagged: (tag: string) => `Show plants tagged ${isolated(tag)}`,
  },
  list: {
    what: 'Plants',
    statistics: 'Statistics',
    loading: 'Loading plants…',
    loadMore: 'Load more',
    loadingMore: 'Loading…',
    all: (count: number) => `All ${numberText(count)} plants`,
    found: (count: number) => `${plantsText(count)} found`,
    noneFound: 'No plants found.',
    back: 'All plants',
    showNew: (count: number, isAll: boolean) =>
      `Show ${count}${isAll ? ' or more' : ''} new ${count === 1 ? 'plant' : 'plants'}`,
  },
  noRight: {
    add: 'You can look, but not add',
    list: "You don't have access to the plant list",
    import: 'You cannot import files',
    role: (role: string, wanted: string) =>
      `You are a ${role} here. An owner of the store can make you ${wanted}.`,
    token: (scope: string, what: string) =>
      `This access token has no ${scope} scope. To ${what}, sign out and sign in with one that has it.`,
    clerk: 'a clerk',
    viewer: 'a viewer',
    addPlants: 'add plants',
    seePlants: 'see the plants',
    importPlants: 'import',
  },
  samples: {
    offer: 'Just looking around?',
    add: 'Try it with 20 sample plants',
    adding: 'Adding…',
    added: 'Added 20 sample plants.',
  },
  empty: {
    title: 'No plants yet.',
    add: (link: Link) => (
      <>
        {'Add your first plant, or '}
        {link('import a list')}
        {'.'}
      </>
    ),
    addOnly: 'Add your first plant.',
    viewer: 'Plants will appear here.',
    invite: (link: Link) => (
      <>
        {'Working with others? '}
        {link('Invite them')}
        {'.'}
      </>
    ),
  },
};
