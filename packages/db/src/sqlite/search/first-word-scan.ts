// SQL by hand: search names the index to go along, which Prisma Client cannot (docs/decisions/0006).

import { allOf, compose, query, type Statement, type Steps, sql } from '../../core/sql.ts';
import type { FoundPlant, PageQuery } from '../../database/plant-search.ts';
import { afterPosition, orderBy } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { countMatches, firstWordMark, matching, matchOf, sortedOf, unknownToWords } from './candidates.ts';
import { along } from './conditions.ts';
import { walk } from './index-scan.ts';
import { compareBytes, merged } from './merge.ts';
import type { Bounds } from './search-limits.ts';

/**
 * A page by name, one first word after the other. Plants of a first word (a genus) have much in common, so FTS5 rules
 * out most genera at once, where a walk would read all plants. Nothing if the page is not full in time.
 */
export function* alongFirstWords(wanted: PageQuery, bounds: Bounds): Steps<FoundPlant[] | undefined> {
  const unknown = yield* unknownToWords(wanted);
  const known: FoundPlant[] = [];
  const { isDescending } = orderOf(wanted.sort);
  let ahead = afterPosition(wanted);
  for (let looked = 0; known.length < wanted.count; looked++) {
    const next = yield* firstOf(wanted, ahead);
    if (next === undefined) break;
    const first = firstWord(next);
    if (first === undefined || looked === bounds.firstWords) return undefined;
    const left = { ...wanted, count: wanted.count - known.length };
    const found = yield* ofFirstWord(left, first, bounds);
    if (!found) return undefined;
    known.push(...found);
    ahead = [isDescending ? isBefore(startOf(first)) : isFrom(endOf(first))];
  }
  return merged([unknown, known], wanted);
}

/** The next plant's name and tag, folded. */
function* firstOf({ sort }: PageQuery, ahead: Statement[]): Steps<string | undefined> {
  const [row] = yield* query<{ folded: string }>(compose`
    SELECT "p"."folded" FROM "plants" AS "p" ${along('folded_id')}
    WHERE ${allOf(ahead)} ORDER BY ${orderBy(sort)} LIMIT 1`);
  return row?.folded;
}

/** The first of those of one first word. */
function* ofFirstWord(
  wanted: PageQuery,
  first: string,
  { sortedOfOne: few, walkedOfOne }: Bounds,
): Steps<FoundPlant[] | undefined> {
  const { listed } = matchOf(wanted.filter);
  const match = `"${firstWordMark}${first}"${listed && ` AND ${listed}`}`;
  const count = yield* countMatches(match, wanted.filter, few + 1n);
  if (count === 0n) return [];
  return count <= few
    ? yield* sortedOf(wanted, matching(match, wanted.filter, few), within(first, wanted))
    : yield* walk(wanted, walkedOfOne, within(first, wanted));
}

/** Plants of a first word, and after the place of the page: the nearer bound alone, for the index. */
function within(first: string, { sort, after }: PageQuery): Statement[] {
  const [start, end] = [startOf(first), endOf(first)];
  const place = after && String(after.key);
  const isHere = place !== undefined && compareBytes(place, start) >= 0 && compareBytes(place, end) < 0;
  const near = isHere ? afterPosition({ sort, after }) : [];
  const { isDescending } = orderOf(sort);
  return [
    ...(isHere && !isDescending ? near : [isFrom(start)]),
    ...(isHere && isDescending ? near : [isBefore(end)]),
  ];
}

const isFrom = (folded: string) => sql`"p"."folded" >= ${folded}`;
const isBefore = (folded: string) => sql`"p"."folded" < ${folded}`;

/** A folded text is ` first second\n tag`: no character of a word comes before `!`, only what ends one does. */
const startOf = (first: string) => ` ${first}\n`;
const endOf = (first: string) => ` ${first}!`;
const firstWord = (folded: string) => /^ ([^ \n]+)/.exec(folded)?.[1];
