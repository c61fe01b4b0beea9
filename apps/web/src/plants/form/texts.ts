import { isolated } from '../../ui/text/isolated.ts';

export const texts = {
  title: 'Add a plant',
  key: 'n',
  open: 'New plant',
  close: 'Close',
  add: 'Add plant',
  undo: 'Undo',
  // Without the word "tag": the field Tag is then the only one with this word in its label.
  keepTag: 'Keep it for the next plant',
  nextFree: 'Next free:',
  nextFreeKey: '↓',
  nextFreeHint: (id: bigint) => `Arrow down in an empty field takes the next free id, ${id}.`,
  justAdded: (id: bigint, name: string) =>
    `${id} was just added as ${isolated(name)}; scan or type the next plant`,
  known: (id: bigint, name: string) => `${id} is ${isolated(name)}: open it`,
  use: (id: string) => `Use ${id}`,
  importRows: 'Import the rows',
  hidden: "This list doesn't show it yet.",
  showIt: 'Show it',
  unanswered:
    "We couldn't confirm that the plant was saved. Press Add again: the id keeps it from being added twice.",
};
