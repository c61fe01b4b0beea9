// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).
import { allOf, compose, query, raw, type Statement, type Steps } from '@plant-store/engine';
import type { FoundPlant, PlantPageQuery } from '../../handle/plant-search.ts';
import { afterPosition, foundColumns, orderBy } from '../../search/plant-conditions.ts';
import { orderOf } from '../../search/plant-filter.ts';
import { conditionsOf, foldedConditions, indexedBy } from './conditions.ts';

/** @param rowsMax a longer scan gives nothing @param conditions further conditions on the scanned plants */
export function* scanIndex(
  request: PlantPageQuery,
  rowsMax: bigint,
  conditions: Statement[] = afterPosition(request),
): Steps<FoundPlant[] | undefined> {
  const found = yield* scanRows(request, rowsMax, conditions);
  if (found.length === request.count) return found;
  if (yield* hasMoreThan(request, rowsMax, conditions)) return undefined;
  // Scans again, as plants may have been deleted between the two statements.
  return yield* scanRows(request, unlimited, conditions);
}

export const scanAll = (request: PlantPageQuery): Steps<FoundPlant[]> =>
  scanRows(request, unlimited, afterPosition(request));

/** SQLite reads a negative `LIMIT` as no limit. */
const unlimited = -1n;

/** Scans rows in order. The subquery's `LIMIT` makes SQLite keep its order, and stop when the page is full. */
function scanRows(request: PlantPageQuery, rowsMax: bigint, conditions: Statement[]): Steps<FoundPlant[]> {
  const { filter, sort, count } = request;
  const { by } = orderOf(sort);
  const inOrder = (selected: string) => compose`
    SELECT ${raw(selected)} FROM "plants" AS "p" ${indexes[by]}
    WHERE ${allOf([...indexConditions(request), ...conditions])} ORDER BY ${orderBy(sort)} LIMIT ${rowsMax}`;
  if (by !== 'name')
    return query(compose`
      SELECT ${foundColumns} FROM (${inOrder('*')}) AS "p" WHERE ${allOf(conditionsOf(filter))} LIMIT ${BigInt(count)}`);
  // Conditions on the name index come first, so that most plants are not read.
  return query(compose`
    SELECT ${foundColumns} FROM (${inOrder('"p"."id", "p"."folded"')}) AS "c" CROSS JOIN "plants" AS "p" ON "p"."id" = "c"."id"
    WHERE ${allOf([...foldedConditions(filter, 'c'), ...conditionsOf(filter)])} LIMIT ${BigInt(count)}`);
}

function* hasMoreThan(request: PlantPageQuery, rowsMax: bigint, conditions: Statement[]): Steps<boolean> {
  const rows = yield* query(compose`
    SELECT 1 FROM "plants" AS "p" ${indexes[orderOf(request.sort).by]}
    WHERE ${allOf([...indexConditions(request), ...conditions])} LIMIT 1 OFFSET ${rowsMax}`);
  return rows.length > 0;
}

/** Conditions for the index. A scan by the time of adding reads only the plants with the tag. */
const indexConditions = ({ filter: { tag }, sort }: PlantPageQuery): Statement[] =>
  orderOf(sort).by === 'added' ? conditionsOf({ words: [], tag }) : [];
const indexes = { added: indexedBy('tag_added_at_id'), name: indexedBy('folded_id'), id: raw('NOT INDEXED') };
