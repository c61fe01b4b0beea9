import { fold, type PlantSort, searchWords } from '@plant-store/schema';
import { expect } from 'vitest';
import type { ParsedFilter } from '../src/handle/plant-search.ts';
import { type Database, plants } from '../src/index.ts';

export type Kept = { id: bigint; name: string; tag: string | null; addedAt: bigint };

/** True if an id begins with the digits of `q`, and has at most three more if these are less than four. */
const beginsWith = (id: bigint, q: string) =>
  /^-?\d+$/.test(q) && new RegExp(`^${q}\\d{0,${/\d{4}/.test(q) ? '' : 3}}$`).test(String(id));

/** The ids that a search must find, in order, by the rules of the document. */
export function expected(kept: Kept[], filter: ParsedFilter & { q?: string }, sort: PlantSort): bigint[] {
  const { q = '', tag, addedFrom = 0n, addedBefore = 2n ** 63n } = filter;
  const words = searchWords(q);
  const isFound = (plant: Kept) => {
    const there = fold(`${plant.name} ${plant.tag ?? ''}`).split(' ');
    return words.every((word) => there.some((one) => one.startsWith(word))) || beginsWith(plant.id, q);
  };
  const wanted = kept.filter(
    (plant) =>
      (words.length === 0 || isFound(plant)) &&
      (tag === undefined || plant.tag === tag) &&
      plant.addedAt >= addedFrom &&
      plant.addedAt < addedBefore,
  );
  const by = sort.replace('-', '');
  const keyOf = ({ name, tag: its, addedAt, id: own }: Kept) =>
    ({ added: addedAt, name: Buffer.from(` ${fold(name)}\n${its ? ` ${fold(its)}` : ''}`), id: own })[
      by
    ] as bigint;
  const compare = (a: bigint | Buffer, b: bigint | Buffer) =>
    Buffer.isBuffer(a) ? Buffer.compare(a, b as Buffer) : a < (b as bigint) ? -1 : a > (b as bigint) ? 1 : 0;
  const ordered = wanted.sort((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.id, b.id));
  return (sort === by ? ordered : ordered.reverse()).map((plant) => plant.id);
}

/** The ids of all pages of a search in order; `between` runs after each page. */
export async function found(
  db: Database,
  { q = '', ...filter }: Omit<ParsedFilter, 'words'> & { q?: string },
  { sort = '-added', limit = 50 }: { sort?: PlantSort; limit?: number } = {},
  between: () => Promise<unknown> = async () => undefined,
): Promise<bigint[]> {
  const ids: bigint[] = [];
  let after: plants.Position | undefined;
  for (let page = 0; page < 2_000; page++) {
    const wanted = { filter: { ...filter, words: searchWords(q) }, sort, limit, after };
    const { plants: read, next } = await plants.list(db, wanted);
    expect(read.length).toBeLessThanOrEqual(limit);
    ids.push(...read.map(({ id }) => id));
    await between();
    if (!next) return ids;
    after = next;
  }
  throw new Error('the list has no last page');
}
