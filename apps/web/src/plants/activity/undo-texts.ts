import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';
import { plantsText } from '../plants-text.ts';

/** Each page that can undo has these. */
export const texts = {
  done: {
    restored: (count: number) => `${plantsText(count)} restored`,
    changed: (count: number) => `${plantsText(count)} changed back`,
    deleted: (count: number) => `${plantsText(count)} moved to the trash`,
    all: (parts: string) => `Undone: ${parts}.`,
    nothing: 'Nothing to undo.',
    seeWhich: 'See which',
    noAnswer: "We couldn't confirm the undo. Try again: it won't be undone twice.",
    failed: (reason: string) => `Not undone. ${reason}`,
    late: 'It was undone before, or is older than 30 days. Activity shows which.',
  },
  left: (count: number) =>
    count === 1
      ? '1 plant was left alone because it changed since.'
      : `${plantsText(count)} were left alone because they changed since.`,
  waiting:
    'Nothing was undone: plants are still waiting to be saved. Discard them in the list, or undo them when they are saved.',
  nothingHere: (activity: (text: string) => ReactNode, trash: (text: string) => ReactNode) =>
    phrase`Nothing to undo on this page. ${activity('Activity')} undoes earlier additions, imports and bulk actions; ${trash('Trash')} restores deleted plants.`,
};
