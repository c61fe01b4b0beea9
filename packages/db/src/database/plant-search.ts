import type { IdRange, PlantSort } from '@plant-store/schema';
import { isInRanges } from '@plant-store/schema/plain';
import type { TrashFound, TrashPage } from '../plants/trash-page.ts';

export type PlantFilter = {
  /** Folded prefixes (`searchWords`) of words of the name or the tag; none for all plants. */
  words: string[];
  /** A search such as `--` has no word and finds nothing. */
  isWordless?: boolean | undefined;
  /** Ids that match besides the words. */
  ids?: IdRange[] | undefined;
  /** The exact tag, or null for plants without one. */
  tag?: string | null | undefined;
  /** The time of adding: from this stamp on, and before the next. */
  addedFrom?: bigint | undefined;
  addedBefore?: bigint | undefined;
};

/** A place in a list: the value of the sort key, and the id. */
export type Position = { key: bigint | string; id: bigint };

/** `count` plants of a filter, in an order, after `after`. */
export type PlantPage = { filter: PlantFilter; sort: PlantSort; count: number; after?: Position | undefined };

export type FoundPlant = { id: bigint; name: string; tag: string | null; addedAt: bigint; folded: string };
export type TagCount = { tag: string; count: bigint };
/** `week`: weeks since the one of 1 January 1970. */
export type WeekCount = { week: bigint; count: bigint };
/** The number of plants, without a tag, of the most used tags, and by week of adding. */
export type PlantNumbers = { total: bigint; untagged: bigint; byTag: TagCount[]; byWeek: WeekCount[] };

/** How an engine finds plants. Nothing here holds up other requests, however many plants there are. */
export type PlantFinder = {
  page(page: PlantPage): Promise<FoundPlant[]>;
  count(filter: PlantFilter): Promise<bigint>;
  /** Up to `limit` tags, most used first. Each of `words` begins a word of the tag. */
  tags(wanted: { words: string[]; limit: number }): Promise<TagCount[]>;
  /** Spellings of names that begin with a folded text, most used first: see `namesFrom`. */
  names(beginning: string): Promise<string[]>;
  numbers(): Promise<PlantNumbers>;
  trash(page: TrashPage): Promise<TrashFound>;
};

/** Whether a plant is what a filter finds. */
export const isWanted = (
  { words, isWordless, ids = [], tag, addedFrom, addedBefore }: PlantFilter,
  plant: Omit<FoundPlant, 'name'>,
): boolean =>
  !isWordless &&
  (isInRanges(plant.id, ids) || words.every((word) => plant.folded.includes(` ${word}`))) &&
  (tag === undefined || plant.tag === tag) &&
  (addedFrom === undefined || plant.addedAt >= addedFrom) &&
  (addedBefore === undefined || plant.addedAt < addedBefore);

/** What a list is sorted by, and whether from the last to the first. */
export const orderOf = (sort: PlantSort): { by: 'added' | 'name' | 'id'; isDescending: boolean } => {
  const by = sort.replace('-', '') as 'added' | 'name' | 'id';
  return { by, isDescending: sort !== by };
};

export const positionOf = ({ id, addedAt, folded }: FoundPlant, sort: PlantSort): Position => ({
  key: { added: addedAt, name: folded, id }[orderOf(sort).by],
  id,
});

/** A Monday: weeks are counted from here, in the way of ISO 8601. Stamps are microseconds. */
export const weekMicroseconds = 604_800_000_000n;
export const mondayMicroseconds = -259_200_000_000n;
