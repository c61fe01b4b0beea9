import type { Entry } from './catalogue.ts';
import { createRandom } from './random.ts';

/** The kinds of search requests, with their shares in percent. */
export const searchKinds = {
  'a word as it is typed, from its first letter on': 38,
  'two words, the second as it is typed': 14,
  'a page further on': 12,
  'the newest plants': 10,
  'a tag': 8,
  'a tag, and a word as it is typed': 7,
  'by name': 5,
  'by name, and a word as it is typed': 3,
  'an id': 2,
  'a tag, by name': 1,
} as const;
type Kind = keyof typeof searchKinds;

/**
 * The addresses of a mixed workload, the same in every run. They search for plants in the catalogue, common plants more
 * often than rare ones. @param pages addresses of later pages, as the server gave them
 */
export function searchPaths(entries: Entry[], pages: string[], count: number): string[] {
  const { random, any, wordsOf, typed } = chooser();
  const kinds = Object.entries(searchKinds).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));
  const oneWord = () => typed(any(wordsOf(any(entries))).toLowerCase());
  const makers: Record<Kind, () => Record<string, string> | string> = {
    'a word as it is typed, from its first letter on': () => ({ q: oneWord() }),
    'two words, the second as it is typed': () => {
      const [first = '', second = '', third = second] = wordsOf(any(entries));
      return { q: `${first} ${typed(random() < 0.5 ? second : third)}` };
    },
    'a page further on': () => any(pages),
    'the newest plants': () => ({}),
    'a tag': () => ({ tag: any(entries).tag ?? '' }),
    'a tag, and a word as it is typed': () => {
      const entry = any(entries);
      return { tag: entry.tag ?? '', q: typed(any(wordsOf(entry))) };
    },
    'by name': () => ({ sort: random() < 0.5 ? 'name' : '-name' }),
    'by name, and a word as it is typed': () => ({ sort: 'name', q: oneWord() }),
    'an id': () => ({ q: String(1 + Math.floor(random() * entries.length)) }),
    'a tag, by name': () => ({ tag: any(entries).tag ?? '', sort: 'name' }),
  };
  return Array.from({ length: count }, () => {
    const made = makers[any(kinds)]();
    return typeof made === 'string' ? made : pathOf(made);
  });
}

/** The addresses of searches for three words of different plants, as they are typed; half of them by name. */
export function threeWordPaths(entries: Entry[], count: number): string[] {
  const { any, wordsOf, typed } = chooser();
  return Array.from({ length: count }, (_, index) => {
    const q = [1, 2, 3].map(() => typed(any(wordsOf(any(entries))))).join(' ');
    return pathOf({ q, ...(index % 2 === 0 ? {} : { sort: 'name' }) });
  });
}

/** Random choices, the same in every run. */
function chooser() {
  const random = createRandom(2);
  return {
    random,
    any: <T>(from: T[]) => from[Math.floor(random() * from.length)] as T,
    wordsOf: ({ name }: Entry) => name.replaceAll(/[^A-Za-z ]/g, '').split(/ +/),
    typed: (word: string) => word.slice(0, 1 + Math.floor(random() * word.length)),
  };
}

/** The workload also reads later pages of these lists. */
export function listsToFollow([first, second]: Entry[]): string[] {
  const lists: Record<string, string>[] = [
    {},
    { sort: 'name' },
    { tag: first?.tag ?? '' },
    { q: first?.name.slice(0, 2) ?? '' },
    { q: second?.name.split(' ')[0] ?? '' },
  ];
  return lists.map(pathOf);
}

const pathOf = (query: Record<string, string>) => `/plants?${new URLSearchParams({ ...query, limit: '50' })}`;

/** True if an answer fits its address: plants with the searched words or id, and the tag. */
export function isFound(path: string, body: string): boolean {
  const { searchParams } = new URL(path, 'http://localhost');
  const tag = searchParams.get('tag');
  const wanted = (searchParams.get('q') ?? '').toLowerCase().split(/ +/);
  const found: unknown = JSON.parse(body);
  return (
    Array.isArray(found) &&
    found.length <= 50 &&
    found.every((plant: { id: number; name: string; tag?: string }) => {
      const words = `${plant.name} ${plant.tag ?? ''}`.toLowerCase().split(/[^a-z×]+/);
      const hasWords = wanted.every((one) => words.some((word) => word.startsWith(one)));
      // The store also finds a plant by the first digits of its id.
      const hasId = String(plant.id).startsWith(wanted[0] ?? '');
      return (hasWords || hasId) && (tag === null || (plant.tag ?? '') === tag);
    })
  );
}
