// SQL by hand: runs in a thread without Prisma Client (docs/decisions/0006).

import { query, type Steps, sql } from '@plant-store/engine';
import { fold } from '@plant-store/schema/fold';
import type { Database } from '../handle/database.ts';
import type { ReadBy } from '../handle/plant-search.ts';

export type SpellingQuery = { q: string; field: 'name' | 'tag'; limit: number };

/** Most used first; ignores case and diacritics. A `q` without a letter or digit finds none. */
export async function spellings(
  db: Database,
  { q, field, limit }: SpellingQuery,
  by?: ReadBy,
): Promise<string[]> {
  const prefix = foldedPrefix(q);
  if (prefix === '') return [];
  if (field === 'name') return (await db.search.names(prefix, by)).slice(0, limit);
  const tags = await db.search.tags({ words: prefix.trim().split(' '), limit: tagsRead }, by);
  return tags
    .map(({ tag }) => tag)
    .filter((tag) => `${fold(tag)} `.startsWith(prefix))
    .slice(0, limit);
}

/** The folded prefix for `q`. White space at the end of `q` completes the last word. */
function foldedPrefix(q: string): string {
  const folded = fold(q.normalize('NFC'));
  return folded !== '' && /\s$/u.test(q) ? `${folded} ` : folded;
}

const tagsRead = 1_000;

/** Limits of a request: the number of names from the index, and of counted plants per name. */
const namesRead = 20;
const plantsRead = 50;

/** Names that begin with a folded text, from at most 1,000 plants of the index. */
export function* namesWithPrefix(prefix: string): Steps<string[]> {
  const counts = new Map<string, number>();
  const end = ` ${prefix}\u{10ffff}`;
  let from = ` ${prefix}`;
  for (let read = 0; read < namesRead; read++) {
    const plants = yield* query<{ name: string; folded: string }>(sql`
      SELECT "name", "folded" FROM "plants" WHERE "folded" >= ${from} AND "folded" < ${end}
      ORDER BY "folded", "id" LIMIT ${BigInt(plantsRead)}`);
    for (const { name } of plants) counts.set(name, (counts.get(name) ?? 0) + 1);
    const last = plants.at(-1);
    if (!last || plants.length < plantsRead) break;
    // A line feed ends the name in `folded`. The following character skips all plants with this name.
    from = `${last.folded.split('\n')[0]}\v`;
  }
  return [...counts]
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .map(([name]) => name);
}
