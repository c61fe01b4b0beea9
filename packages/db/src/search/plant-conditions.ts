// SQL by hand: programs send lists and searches all the time (docs/decisions/0006).

import { compose, raw, type Statement, sql } from '@plant-store/engine';
import type { IdRange } from '@plant-store/schema';
import { tagSpellings } from '@plant-store/schema/without-zod';
import { plantColumnsOf } from '../core/plant-columns.ts';
import type { ParsedFilter, PlantPageQuery } from '../handle/plant-search.ts';
import { mondayMicroseconds, orderOf, weekMicroseconds } from './plant-filter.ts';

export const foundColumns = compose`${plantColumnsOf('p')}, "p"."added_at" AS "addedAt", "p"."folded"`;

export const tagAndTimeConditions = ({
  tag,
  addedFrom,
  addedBefore,
}: Pick<ParsedFilter, 'tag' | 'addedFrom' | 'addedBefore'>): Statement[] => [
  ...(tag === undefined ? [] : [tag === null ? raw('"p"."tag" IS NULL') : hasTag(tag)]),
  ...(addedFrom === undefined ? [] : [sql`"p"."added_at" >= ${addedFrom}`]),
  ...(addedBefore === undefined ? [] : [sql`"p"."added_at" < ${addedBefore}`]),
];

function hasTag(tag: string): Statement {
  const [stored, given] = tagSpellings(tag);
  return given === undefined ? sql`"p"."tag" = ${stored}` : sql`"p"."tag" IN (${stored}, ${given})`;
}

const sortColumns = {
  added: ['"p"."added_at"', '"p"."id"'],
  name: ['"p"."folded"', '"p"."id"'],
  id: ['"p"."id"'],
};

export function orderBy(sort: PlantPageQuery['sort']): Statement {
  const { by, isDescending } = orderOf(sort);
  return raw(sortColumns[by].map((column) => `${column}${isDescending ? ' DESC' : ''}`).join(', '));
}

export function afterPosition({ sort, after }: Pick<PlantPageQuery, 'sort' | 'after'>): Statement[] {
  if (!after) return [];
  const { by, isDescending } = orderOf(sort);
  const comparison = raw(`(${sortColumns[by].join(', ')}) ${isDescending ? '<' : '>'}`);
  return [
    by === 'id' ? compose`${comparison} (${after.id})` : compose`${comparison} (${after.key}, ${after.id})`,
  ];
}

export const inIdRanges = (id: Statement, ranges: IdRange[]): Statement[] =>
  ranges.map(({ first, last }) => compose`${id} BETWEEN ${first} AND ${last}`);

/** Counts plants by week. The division rounds towards 0, which is correct for all timestamps after 1969. */
export const plantsByWeek = sql`
  SELECT ("added_at" - ${mondayMicroseconds}) / ${weekMicroseconds} AS "week", count(*) AS "count"
  FROM "plants" GROUP BY 1 ORDER BY 1`;
