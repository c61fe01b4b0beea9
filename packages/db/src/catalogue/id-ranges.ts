// SQL by hand: a part of the statements of search (docs/decisions/0006).
import type { IdRange } from '@plant-store/schema';
import { compose, type Statement } from '../engine/statement.ts';

/** The conditions that an id is in each of the ranges. */
export const isIn = (id: Statement, ranges: IdRange[]): Statement[] =>
  ranges.map(({ first, last }) => compose`${id} BETWEEN ${first} AND ${last}`);
