import { type PlantFilter, type PlantSort, plantSorts, searchMaxLength } from '@plant-store/schema';
import { daysOf } from './weeks.ts';

export type PlantSearch = {
  q: string;
  /** The tag of the plants; empty for plants without a tag, `undefined` for all plants. */
  tag: string | undefined;
  /** The ISO 8601 week in which the plants were added, such as 2026-W47. */
  week: string | undefined;
  sort: PlantSort;
};

export const allPlants: PlantSearch = { q: '', tag: undefined, week: undefined, sort: '-added' };

/** Reads the search from an address, without its invalid parts. */
export function searchIn(source: { get(name: string): unknown }): PlantSearch {
  const text = (name: string) => {
    const value = source.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const week = text('week');
  return {
    q: [...(text('q') ?? '')].slice(0, searchMaxLength).join(''),
    tag: text('tag')?.trim(),
    week: week !== undefined && daysOf(week) ? week : undefined,
    sort: plantSorts.find((sort) => sort === text('sort')) ?? allPlants.sort,
  };
}

export function addressOf({ q, tag, week, sort }: PlantSearch): string {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q.trim());
  if (tag !== undefined) query.set('tag', tag);
  if (week !== undefined) query.set('week', week);
  if (sort !== allPlants.sort) query.set('sort', sort);
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}

export function filterOf({ q, tag, week }: PlantSearch): PlantFilter {
  const days = week === undefined ? undefined : daysOf(week);
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(tag !== undefined && { tag }),
    ...(days && { addedFrom: days.first, addedBefore: days.next }),
  };
}

export const isFiltered = ({ q, tag, week }: PlantSearch): boolean =>
  q.trim() !== '' || tag !== undefined || week !== undefined;
