import { isolated } from '../../ui/text/isolated.ts';

export const texts = {
  title: 'Trash',
  table: 'Deleted plants',
  columns: {
    id: 'Id',
    name: 'Name',
    tag: 'Tag',
    deleted: 'Deleted',
    by: 'By',
    keptUntil: 'Kept until',
    actions: 'Actions',
  },
  empty: { title: 'The trash is empty', text: 'Deleted plants stay here for 30 days.' },
  delete: 'Delete',
  deleting: 'Deleting…',
  deleted: (name: string, id: bigint) =>
    `Deleted ${isolated(name)} (id ${id}). It stays in the trash for 30 days.`,
  changed: (name: string) =>
    `Not deleted: someone changed ${isolated(name)} in the meantime. Check it, then delete it.`,
  notDeleted: (reason: string) => `Not deleted. ${reason}`,
  restored: (name: string) => `${isolated(name)} is back.`,
  notRestored: (reason: string) => `Not restored. ${reason}`,
  restore: 'Restore',
  restoring: 'Restoring…',
  restoreNamed: (name: string) => `Restore ${name}`,
};
