/** The plant with an id: the same for every server and run. */
export function plantOf(id: number): { id: number; name: string; tag?: string } {
  const kind = kinds[id % kinds.length] ?? kinds[0];
  return { id, ...kind };
}

/** The names and tags, as in a real store: some names have letters outside ASCII. One in eight plants has no tag. */
export const kinds = [
  { name: 'Monstera deliciosa', tag: 'aroid' },
  { name: 'Ficus lyrata', tag: 'fig' },
  { name: 'Aloë vera', tag: 'succulent' },
  { name: 'Zamioculcas zamiifolia', tag: 'aroid' },
  { name: 'Crassula ovata' },
  { name: 'Sansevieria trifasciata', tag: 'asparagus family' },
  { name: '龟背竹', tag: 'aroid' },
  { name: 'Nephrolepis exaltata', tag: 'fern' },
] as const;
