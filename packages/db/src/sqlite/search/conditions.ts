// SQL by hand: the search names an index, which Prisma Client cannot (docs/decisions/0006).

import { allOf, anyOf, compose, raw, type Statement } from '@plant-store/engine';
import type { IdRange } from '@plant-store/schema';
import { fold } from '@plant-store/schema/fold';
import type { ParsedFilter } from '../../handle/plant-search.ts';
import { inIdRanges, tagAndTimeConditions } from '../../search/plant-conditions.ts';

export const conditionsOf = ({ words, ids, ...rest }: ParsedFilter): Statement[] => [
  ...(words.length > 0 ? [wordConditions(words, ids)] : []),
  ...tagAndTimeConditions(rest),
];

function wordConditions(words: string[], ids: IdRange[] = [], of = 'p'): Statement {
  const folded = raw(`"${of}"."folded"`);
  const all = allOf(words.map((word) => compose`instr(${folded}, ${` ${word}`}) > 0`));
  return anyOf([...inIdRanges(raw(`"${of}"."id"`), ids), all]);
}

/** The conditions that the name index can check by "id" and "folded" of `of`. The whole tag needs a further check. */
export const foldedConditions = ({ words, ids, tag }: ParsedFilter, of: string): Statement[] => [
  ...(words.length > 0 ? [wordConditions(words, ids, of)] : []),
  ...(tag
    ? [compose`instr(${raw(`"${of}"."folded"`)}, ${`\n ${[...fold(tag)].slice(0, 40).join('')}`}) > 0`]
    : []),
];

/** The index by the time of adding. */
export const byTime = ({ tag }: ParsedFilter): Statement =>
  indexedBy(tag === undefined ? 'added_at_id' : 'tag_added_at_id');

export const indexedBy = (index: 'added_at_id' | 'tag_added_at_id' | 'folded_id'): Statement =>
  raw(`INDEXED BY "plants_${index}_idx"`);
