// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).
import { allOf, compose, query, raw, type Statement, type Steps } from '@plant-store/engine';
import type { FoundPlant, PlantPageQuery } from '../../handle/plant-search.ts';
import { afterPosition, foundColumns, orderBy, tagAndTimeConditions } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { byTime, conditionsOf, foldedConditions, indexedBy } from './conditions.ts';

/** @param rowsMax a longer scan gives nothing */
export function* scanIndex(request: PlantPageQuery, rowsMax: bigint): Steps<FoundPlant[] | undefined> {
  const found = yield* scanRows(request, rowsMax);
  if (found.length === request.count) return found;
  if (yield* hasMoreThan(request, rowsMax)) return undefined;
  // Scans again, as plants may have been deleted between the two statements.
  return yield* scanAll(request);
}

export const scanAll = (request: PlantPageQuery): Steps<FoundPlant[]> => scanRows(request, unlimited);

/** SQLite reads a negative `LIMIT` as no limit. */
const unlimited = -1n;

/** Scans rows in order. The subquery's `LIMIT` makes SQLite keep its order, and stop when the page is full. */
function scanRows(request: PlantPageQuery, rowsMax: bigint): Steps<FoundPlant[]> {
  const { filter, sort, count } = request;
  const { by } = orderOf(sort);
  const inOrder = (selected: string) => compose`
    SELECT ${raw(selected)} FROM ${scanned(request)} ORDER BY ${orderBy(sort)} LIMIT ${rowsMax}`;
  if (by !== 'name')
    return query(compose`
      SELECT ${foundColumns} FROM (${inOrder('*')}) AS "p" WHERE ${allOf(conditionsOf(filter))} LIMIT ${BigInt(count)}`);
  // Conditions on the name index come first, so that most plants are not read.
  return query(compose`
    SELECT ${foundColumns} FROM (${inOrder('"p"."id", "p"."folded"')}) AS "c" CROSS JOIN "plants" AS "p" ON "p"."id" = "c"."id"
    WHERE ${allOf([...foldedConditions(filter, 'c'), ...conditionsOf(filter)])} LIMIT ${BigInt(count)}`);
}

function* hasMoreThan(request: PlantPageQuery, rowsMax: bigint): Steps<boolean> {
  const rows = yield* query(compose`SELECT 1 FROM ${scanned(request)} LIMIT 1 OFFSET ${rowsMax}`);
  return rows.length > 0;
}

/** The plants of an index after the position. By the time of adding it has only those of the tag and the time. */
function scanned(request: PlantPageQuery): Statement {
  const { by } = orderOf(request.sort);
  const conditions = by === 'added' ? tagAndTimeConditions(request.filter) : [];
  const indexes = { added: byTime(request.filter), name: indexedBy('folded_id'), id: raw('NOT INDEXED') };
  return compose`"plants" AS "p" ${indexes[by]} WHERE ${allOf([...conditions, ...afterPosition(request)])}`;
}
