/** The plant with an id, stored or sent: the same for every server and run. */
export function plantOf(id: number): { id: number; name: string; tag?: string } {
  const kind = kinds[id % kinds.length] ?? kinds[0];
  return { id, ...kind };
}

/** Names as in a real store: some with letters beyond ASCII. One in eight has no tag. */
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
