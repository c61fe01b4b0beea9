// SQL by hand: search names the index to go along, which Prisma Client cannot (docs/decisions/0006).
import { allOf, compose, query, raw, type Statement, type Steps } from '../../core/sql.ts';
import type { FoundPlant, PageQuery } from '../../database/plant-search.ts';
import { afterPosition, foundColumns, orderBy } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { along, conditionsOf, inFolded } from './conditions.ts';

/**
 * A page of plants by reading all in order.
 * @param most the most plants to read; it gives nothing if more are needed
 * @param within more conditions on the plants that are read
 */
export function* walk(
  wanted: PageQuery,
  most: bigint | undefined,
  within: Statement[] = afterPosition(wanted),
): Steps<FoundPlant[] | undefined> {
  if (most !== undefined) {
    const found = yield* through(wanted, most, within);
    if (found.length === wanted.count) return found;
    if (yield* isMoreThan(wanted, most, within)) return undefined;
  }
  // Not what was found so far: it is not all if others have taken plants away since.
  return yield* through(wanted, unlimited, within);
}

/** What `LIMIT` makes of a number below 0. */
const unlimited = -1n;

/**
 * SQLite reads the inner rows lazily, only as far as the page needs, and keeps their order, as the subquery has a
 * `LIMIT`.
 */
function through(wanted: PageQuery, most: bigint, within: Statement[]): Steps<FoundPlant[]> {
  const { filter, sort, count } = wanted;
  const { by } = orderOf(sort);
  const inOrder = (selected: string) => compose`
    SELECT ${raw(selected)} FROM "plants" AS "p" ${indexes[by]}
    WHERE ${allOf([...ofIndex(wanted), ...within])} ORDER BY ${orderBy(sort)} LIMIT ${most}`;
  if (by !== 'name')
    return query(compose`
      SELECT ${foundColumns} FROM (${inOrder('*')}) AS "p" WHERE ${allOf(conditionsOf(filter))} LIMIT ${BigInt(count)}`);
  // What the index of names can tell comes first: for most plants nothing else is read then.
  return query(compose`
    SELECT ${foundColumns} FROM (${inOrder('"p"."id", "p"."folded"')}) AS "c" CROSS JOIN "plants" AS "p" ON "p"."id" = "c"."id"
    WHERE ${allOf([...inFolded(filter, 'c'), ...conditionsOf(filter)])} LIMIT ${BigInt(count)}`);
}

function* isMoreThan(wanted: PageQuery, most: bigint, within: Statement[]): Steps<boolean> {
  const rows = yield* query(compose`
    SELECT 1 FROM "plants" AS "p" ${indexes[orderOf(wanted.sort).by]}
    WHERE ${allOf([...ofIndex(wanted), ...within])} LIMIT 1 OFFSET ${most}`);
  return rows.length > 0;
}

/** By the time of adding, one goes through the plants of a tag alone. */
const ofIndex = ({ filter: { tag }, sort }: PageQuery): Statement[] =>
  orderOf(sort).by === 'added' ? conditionsOf({ words: [], tag }) : [];
const indexes = { added: along('tag_added_at_id'), name: along('folded_id'), id: raw('NOT INDEXED') };
