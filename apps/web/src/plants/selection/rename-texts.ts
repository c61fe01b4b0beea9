import { isolated } from '../../ui/text/isolated.ts';
import { plantsText } from '../plants-text.ts';

export const texts = {
  renamed: (count: number, from: string, to: string) =>
    `Renamed “${isolated(from)}” to “${isolated(to)}” for ${plantsText(count)}.`,
  renameTag: 'Rename tag',
  rename: 'Rename',
  renameNamed: (tag: string) => `Rename ${tag}`,
  renameDialog: {
    title: (tag: string) => `Rename the tag “${isolated(tag)}”`,
    text: (count: number) => `${plantsText(count)} ${count === 1 ? 'gets' : 'get'} the new name.`,
    label: 'New name',
    empty: 'Enter a name. To remove the tag, select the plants, then Remove tags.',
    same: 'This is its name already. Enter another one.',
    act: 'Rename',
    merges: (tag: string, count: number) =>
      `“${isolated(tag)}” exists already, with ${plantsText(count)}. The two become one tag.`,
    merge: 'Merge tags',
    alike: (tag: string, count: number) =>
      `“${isolated(tag)}” exists, with ${plantsText(count)}. It differs in capital letters, so the two stay apart.`,
    use: (tag: string) => `Use “${isolated(tag)}”`,
    outdated: 'The plants with this tag changed. Try again.',
  },
};
