// SQL by hand: lists and search are what programs do all day (docs/decisions/0006).
import type { IdRange } from '@plant-store/schema';
import { plantColumnsOf } from '../core/plant-columns.ts';
import { compose, raw, type Statement, sql } from '../core/sql.ts';
import type { PlantFilter, PlantPage } from '../database/plant-search.ts';
import { orderOf } from './plant-filter.ts';

// Parts of the queries for plants that both engines have in common. In all of them, "p" is the plant.

export const columns = compose`${plantColumnsOf('p')}, "p"."added_at" AS "addedAt", "p"."folded"`;

export const ofTagAndTime = ({
  tag,
  addedFrom,
  addedBefore,
}: Pick<PlantFilter, 'tag' | 'addedFrom' | 'addedBefore'>): Statement[] => [
  ...(tag === undefined ? [] : [tag === null ? raw('"p"."tag" IS NULL') : sql`"p"."tag" = ${tag}`]),
  ...(addedFrom === undefined ? [] : [sql`"p"."added_at" >= ${addedFrom}`]),
  ...(addedBefore === undefined ? [] : [sql`"p"."added_at" < ${addedBefore}`]),
];

const places = {
  added: ['"p"."added_at"', '"p"."id"'],
  name: ['"p"."folded"', '"p"."id"'],
  id: ['"p"."id"'],
};

export function orderedBy(sort: PlantPage['sort']): Statement {
  const { by, isDescending } = orderOf(sort);
  return raw(places[by].map((column) => `${column}${isDescending ? ' DESC' : ''}`).join(', '));
}

/** The condition that a plant comes after a place, if one is given. */
export function beyond({ sort, after }: Pick<PlantPage, 'sort' | 'after'>): Statement[] {
  if (!after) return [];
  const { by, isDescending } = orderOf(sort);
  const comparison = raw(`(${places[by].join(', ')}) ${isDescending ? '<' : '>'}`);
  return [
    by === 'id' ? compose`${comparison} (${after.id})` : compose`${comparison} (${after.key}, ${after.id})`,
  ];
}

export const isIn = (id: Statement, ranges: IdRange[]): Statement[] =>
  ranges.map(({ first, last }) => compose`${id} BETWEEN ${first} AND ${last}`);
