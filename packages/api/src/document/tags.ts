/** The groups of operations in the document. */
export const tags = [
  { name: 'plants', description: 'Plants: one by one, many at once, found, counted, and their history.' },
  { name: 'names', description: 'The spellings of names and tags in use.' },
  { name: 'tags', description: 'The tags that plants have.' },
  { name: 'statistics', description: 'The store in numbers.' },
  { name: 'imports', description: 'Files of plants.' },
  { name: 'receipts', description: 'Imports and bulk actions that were done, and undoing them.' },
  { name: 'trash', description: 'Deleted plants, which can be restored.' },
  { name: 'audit', description: 'Who did what, and when.' },
  { name: 'monitoring', description: 'Whether the server works, and how much it has to do.' },
];
