import type { ReactNode } from 'react';
import { numberText } from '../../ui/text/number-text.ts';
import { phrase } from '../../ui/text/phrase.ts';
import { plantsText } from '../plants-text.ts';

export const texts = {
  title: 'Activity',
  table: 'Activity',
  columns: { when: 'When', what: 'What', by: 'By', plants: 'Plants', actions: 'Actions' },
  folded: { by: 'by' },
  empty: {
    title: 'No activity yet',
    text: 'Imports and bulk changes appear here. You can undo them for 30 days.',
  },
  kinds: {
    import: 'Import',
    importOf: (file: string) => `Import of ${file}`,
    add: 'Added plants',
    edit: 'Changed tags',
    delete: 'Deleted plants',
    undo: (title: string) => `Undid "${title}"`,
    redo: (title: string) => `Redid "${title}"`,
    undoUnknown: 'Undid a change',
    redoUnknown: 'Redid a change',
  },
  counts: {
    added: (count: number) => `${numberText(count)} added`,
    restored: (count: number) => `${numberText(count)} restored`,
    changed: (count: number) => `${numberText(count)} changed`,
    deleted: (count: number) => `${numberText(count)} deleted`,
    skipped: (count: number) => `${numberText(count)} skipped`,
    leftAlone: (count: number) => `${numberText(count)} left alone`,
    failed: (count: number) => `${numberText(count)} with errors`,
    none: 'No plants changed',
  },
  undo: 'Undo',
  undoing: 'Undoing…',
  undoNamed: (title: string) => `Undo: ${title}`,
  undone: 'Undone',
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
  nothingHere: (link: (text: string) => ReactNode) =>
    phrase`Nothing to undo on this page. ${link('Activity')} has what was done before.`,
  left: {
    title: 'Left alone',
    count: (count: number) =>
      count === 1
        ? '1 plant was left alone because it changed since.'
        : `${plantsText(count)} were left alone because they changed since.`,
    first: (count: number) => `The first ${numberText(count)}:`,
    unknown: 'The list of them is available only right after the undo.',
    plant: (id: string) => `Plant ${id}`,
    reasons: {
      changed: 'was changed since',
      deleted: 'was deleted since',
      idTaken: 'has an id that another plant uses now',
    },
  },
  page: {
    back: 'All activity',
    plants: 'Plants',
    when: 'When',
    by: 'By',
    file: 'File',
    undoes: 'Undoes',
    undoneBy: 'Undone by',
    undoUntil: 'Undo until',
    download: 'Download with comments',
    unnamed: (id: string) => `Activity ${id}`,
    failed: 'This activity could not be loaded',
  },
  notFound: {
    title: 'Activity not found',
    text: 'No activity has this number. Check the address, or find it in the list.',
    back: 'All activity',
  },
};
