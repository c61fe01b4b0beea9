/** The groups of operations in the document. */
export const documentTags = [
  { name: 'plants', description: 'Single plants, many plants at once, lists, counts and history.' },
  { name: 'names', description: 'The spellings of names and tags in use.' },
  { name: 'tags', description: 'The tags of plants.' },
  { name: 'statistics', description: 'Statistics of the store.' },
  { name: 'imports', description: 'Files of plants.' },
  { name: 'receipts', description: 'Past imports and bulk actions, and their undo.' },
  { name: 'trash', description: 'Deleted plants, which can be restored.' },
  { name: 'audit', description: 'The audit log.' },
  { name: 'monitoring', description: 'The health and load of the server.' },
];
