import { numberText, plantsText } from '../page/count-text.ts';
import { isolated } from '../page/isolated.ts';

/** All texts of the list and the form, for their readers. */
export const texts = {
  form: {
    title: 'Add a plant',
    add: 'Add plant',
    open: 'New plant',
    close: 'Close',
    undo: 'Undo',
    keepTag: 'Keep tag for the next plant',
    nextFree: 'Next free:',
    nextFreeKey: (id: bigint) => `Arrow down in an empty field takes the next free id, ${id}.`,
    added: (name: string, id: bigint) => `Added ${isolated(name)} (id ${id}).`,
    holder: (id: bigint) => `See plant ${id}`,
  },
  list: {
    title: 'Plants',
    loading: 'Loading plants…',
    search: 'Search plants',
    searchAmong: (total: number) => `Search ${plantsText(total)}`,
    statistics: 'Statistics',
    count: plantsText,
    found: (total: number) => `${plantsText(total)} found`,
    noneFound: 'No plants found.',
    columns: { id: 'Id', name: 'Name', tag: 'Tag' },
    select: (name: string) => `Select ${name}`,
    tagged: (tag: string) => `Show plants tagged ${isolated(tag)}`,
    loadMore: 'Load more',
    loadingMore: 'Loading…',
    all: (count: number) => `All ${numberText(count)} plants`,
    showNew: (count: number, isAll: boolean) =>
      `Show ${count}${isAll ? ' or more' : ''} new ${count === 1 ? 'plant' : 'plants'}`,
    back: 'All plants',
  },
  empty: {
    title: 'No plants yet.',
    first: 'Add your first plant',
    above: ' above',
    or: ', or ',
    importList: 'import a list',
    viewer: 'Plants will appear here',
    end: '.',
    others: 'Working with others? ',
    invite: 'Invite them',
  },
  noRight: {
    add: 'You can look, but not add',
    list: "You don't have access to the plant list",
    import: 'You cannot import files',
    role: (role: string, wanted: string) =>
      `You are a ${role} here. An owner of the store can make you ${wanted}.`,
    token: (scope: string, what: string) =>
      `This access token has no ${scope} scope. To ${what}, sign out and sign in with a token that has it.`,
    clerk: 'a clerk',
    viewer: 'a viewer',
    addPlants: 'add plants',
    seePlants: 'see the plants',
    importPlants: 'import',
  },
};
