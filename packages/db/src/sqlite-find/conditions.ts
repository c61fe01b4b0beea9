import type { IdRange } from '@plant-store/schema';
import { fold } from '@plant-store/schema/fold';
import { isIn } from '../catalogue/id-ranges.ts';
import { orderOf, type PlantFilter, type PlantPage, type Position } from '../catalogue/plant-finder.ts';
import { allOf, compose, type Statement, sql } from '../engine/statement.ts';

// In all of these, "p" is the plant.

/** What is asked of a plant, each a condition. */
export function conditionsOf({ words, ids, tag, ...range }: PlantFilter): Statement[] {
  return [
    ...(words.length > 0 ? [wordsOf(words, ids)] : []),
    ...(tag === undefined ? [] : [tag === null ? sql`"p"."tag" IS NULL` : sql`"p"."tag" = ${tag}`]),
    ...rangeOf(range),
  ];
}

function wordsOf(words: string[], ids: IdRange[] = [], of = sql`"p"`): Statement {
  const all = allOf(words.map((word) => compose`instr(${of}."folded", ${` ${word}`}) > 0`));
  return ids.length === 0 ? all : compose`(${isIn(compose`${of}."id"`, ids)} OR (${all}))`;
}

export const rangeOf = ({
  addedFrom,
  addedBefore,
}: Pick<PlantFilter, 'addedFrom' | 'addedBefore'>): Statement[] => [
  ...(addedFrom === undefined ? [] : [sql`"p"."added_at" >= ${addedFrom}`]),
  ...(addedBefore === undefined ? [] : [sql`"p"."added_at" < ${addedBefore}`]),
];

/** What can be told by the id and "folded" of `of`, which are in the index of names: of the tag that is not all that counts. */
export const inFolded = ({ words, ids, tag }: PlantFilter, of: Statement): Statement[] => [
  ...(words.length > 0 ? [wordsOf(words, ids, of)] : []),
  ...(tag ? [compose`instr(${of}."folded", ${`\n ${[...fold(tag)].slice(0, 40).join('')}`}) > 0`] : []),
];

const ascending = {
  added: sql`"p"."added_at", "p"."id"`,
  name: sql`"p"."folded", "p"."id"`,
  id: sql`"p"."id"`,
};
const descending = {
  added: sql`"p"."added_at" DESC, "p"."id" DESC`,
  name: sql`"p"."folded" DESC, "p"."id" DESC`,
  id: sql`"p"."id" DESC`,
};

export function orderedBy(sort: PlantPage['sort']): Statement {
  const { by, isDescending } = orderOf(sort);
  return (isDescending ? descending : ascending)[by];
}

/** Those that come after a place; nothing asked where there is none. */
export function beyond({ sort, after }: Pick<PlantPage, 'sort' | 'after'>): Statement[] {
  return after ? [compare(sort, after, orderOf(sort).isDescending ? '<' : '>')] : [];
}

function compare(sort: PlantPage['sort'], { key, id }: Position, operator: '<' | '>'): Statement {
  const { by } = orderOf(sort);
  const place = by === 'id' ? sql`(${id})` : sql`(${key}, ${id})`;
  return compose`(${ascending[by]}) ${operators[operator]} ${place}`;
}

const operators = { '<': sql`<`, '>': sql`>` };

export const columns = sql`"p"."id", "p"."name", "p"."tag", "p"."added_at" AS "addedAt", "p"."folded"`;
