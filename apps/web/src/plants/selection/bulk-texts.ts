import { isolated } from '../../ui/text/isolated.ts';
import { numberText } from '../../ui/text/number-text.ts';
import { plantsText } from '../plants-text.ts';

/** Loaded when plants are selected. */
export const texts = {
  region: 'Selection',
  key: 'a',
  selected: (count: number) => `${numberText(count)} selected`,
  working: 'Working…',
  selectAllOf: (count: number) => `Select all ${numberText(count)}`,
  editTag: 'Edit tag',
  removeTags: 'Remove tags',
  delete: 'Delete',
  export: 'Export',
  clear: 'Clear',
  tagged: (count: number, tag: string) => `${plantsText(count)} now tagged “${isolated(tag)}”.`,
  untagged: (count: number) => `${plantsText(count)} ${count === 1 ? 'has' : 'have'} no tag now.`,
  deleted: (count: number) =>
    `Deleted ${plantsText(count)}. ${count === 1 ? 'It stays' : 'They stay'} in the trash for 30 days.`,
  offline: 'You’re offline, so nothing was changed. Try again when you’re back.',
  unchanged: 'Nothing to change.',
  failed: (why: string) => `Nothing was changed. ${why}`,
  outdated: 'The list changed. Check it and select again.',
  tagDialog: {
    title: (count: number) => `Edit the tag of ${plantsText(count)}`,
    text: 'Replaces their current tags.',
    label: 'New tag',
    empty: 'Enter a tag. To remove tags, choose Cancel, then Remove tags.',
    act: 'Set tag',
  },
  untagDialog: {
    title: (count: number) => `Remove the tags of ${plantsText(count)}?`,
    text: 'You can undo this for 30 days, in Activity.',
    act: (count: number) => `Remove tags of ${plantsText(count)}`,
  },
  deleteDialog: {
    title: (count: number) => `Delete ${plantsText(count)}?`,
    text: 'They move to the trash, where you can restore them for 30 days.',
    act: (count: number) => `Delete ${plantsText(count)}`,
  },
  number: {
    label: (count: number) => `Type ${numberText(count)} to confirm`,
    wrong: (count: number, typed: string) =>
      `${typed === '' ? 'Nothing was typed' : `${isolated(typed)} is not the number of plants`}; type ${numberText(count)}.`,
  },
};
