/** All texts of the trash. */
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
  folded: { deleted: 'deleted', by: 'by', keptUntil: 'kept until' },
  empty: { title: 'The trash is empty', text: 'Deleted plants stay here for 30 days.' },
  restore: 'Restore',
  restoring: 'Restoring…',
  restoreNamed: (name: string) => `Restore ${name}`,
};
