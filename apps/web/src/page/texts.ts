/** All texts of the frame of the pages and of what they share. */
export const texts = {
  brand: 'Plant store',
  description: "Keep your nursery's plant catalogue.",
  nav: {
    label: 'Store',
    plants: 'Plants',
    import: 'Import',
    activity: 'Activity',
    trash: 'Trash',
    statistics: 'Statistics',
  },
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  loading: 'Loading…',
  loadMore: 'Load more',
  copy: {
    copy: 'Copy',
    copied: 'Copied',
  },
};
