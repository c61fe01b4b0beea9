import type { IdRange } from '@plant-store/schema';
import { anyOf, compose, type Statement } from '../engine/statement.ts';

/** The condition that an id is in one of the ranges, of which there is at least one. */
export const isIn = (id: Statement, ranges: IdRange[]): Statement =>
  anyOf(ranges.map(({ first, last }) => compose`${id} BETWEEN ${first} AND ${last}`));
