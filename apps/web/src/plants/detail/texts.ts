import type { PlantChange } from '@plant-store/schema';
import type { ReactNode } from 'react';
import { isolated } from '../../ui/text/isolated.ts';
import { phrase } from '../../ui/text/phrase.ts';

export const texts = {
  id: 'Id',
  tag: 'Tag',
  none: 'none',
  allPlants: 'All plants',
  somebody: 'Someone',
  edit: {
    edit: 'Edit',
    form: 'Edit this plant',
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    offline: "Not saved: you're offline. Your text is kept; save it when you reconnect.",
    failed: (reason: string) => `Not saved. ${reason} Your changes are kept.`,
    saved: (name: string) => `Saved ${isolated(name)}.`,
    scanned: (id: string) => `does not take the scanned id ${isolated(id)}; save, then scan again.`,
    undone: (name: string) => `${isolated(name)} is as it was.`,
    notUndone: (reason: string) => `Not undone. ${reason}`,
  },
  news: {
    changed: (by: ReactNode) => phrase`${by} changed this plant while it was open here.`,
    compare: (by: ReactNode) =>
      phrase`${by} changed this plant while you were editing. Save lets you choose between both versions.`,
    deleted: (by: ReactNode) =>
      phrase`${by} deleted this plant while you were editing. Save offers to restore it with your text.`,
  },
  conflict: {
    /** The title follows the name of the other person. */
    changed: { title: 'saved this plant first', text: 'Both versions are safe. Choose which to keep.' },
    deleted: { title: 'deleted this plant', text: 'It is in the trash. Your text is still here.' },
    on: (when: ReactNode) => phrase`On ${when}, while you were editing. `,
    save: 'Save what I chose',
    keepTheirs: 'Keep theirs',
    before: 'Before',
    mine: 'Mine',
    theirs: 'Theirs',
    restore: 'Restore it and save mine',
    leaveDeleted: 'Leave it deleted',
  },
  gone: {
    title: (name?: string) => `${name === undefined ? 'This plant' : isolated(name)} was deleted`,
    inTrash: (by: ReactNode, when: ReactNode) =>
      phrase`${by} deleted it on ${when}. It stays in the trash for 30 days.`,
    notInTrash: 'It is no longer in the trash.',
    restore: 'Restore it',
  },
  what: 'This plant',
  notFound: {
    page: 'No such plant',
    title: 'No plant has this id',
    advice: 'Check the id in the address, or search for the plant in the list.',
  },
  pageTitle: (id: bigint) => `Plant ${id}`,
  history: {
    title: 'History',
    failed: 'The history could not be loaded.',
    loading: 'Loading…',
    earlier: 'Earlier changes',
    retry: 'Try again',
    by: ' by ',
    became: 'became ',
    colon: ': ',
    arrow: '→',
    changes: {
      created: 'Added',
      changed: 'Changed',
      restored: 'Restored',
      deleted: 'Deleted',
    } satisfies Record<PlantChange['change'], string>,
    byUndo: 'by undo',
    inImport: 'in an import',
    inBulk: 'in a bulk action',
    from: (file: string) => `from ${isolated(file)}`,
    row: (source: string, line: number) => `${source}, row ${line}`,
  },
};
