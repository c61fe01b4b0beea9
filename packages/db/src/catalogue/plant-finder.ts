import type { IdRange, PlantSort } from '@plant-store/schema';
import { isInRanges } from '@plant-store/schema/plain';
import type { TrashFound, TrashPage } from './trash-page.ts';

/** Which plants are wanted. */
export type PlantFilter = {
  /** Folded words (`searchWords`), each the beginning of a word of its name or tag; none for all plants. */
  words: string[];
  /** The search is not blank but has no word, such as `--`: it finds no plant. */
  isWordless?: boolean | undefined;
  /** Plants with these ids are wanted besides those that have the words. */
  ids?: IdRange[] | undefined;
  /** The very tag, or null for plants without one. */
  tag?: string | null | undefined;
  /** When it was added: from this stamp on, and before this one. */
  addedFrom?: bigint | undefined;
  addedBefore?: bigint | undefined;
};

/** A place in a list: the value of the sort key (for an order by id, the id itself), and the id. */
export type Position = { key: bigint | string; id: bigint };

/** A part of the plants that a filter finds: `count` of them in this order, from the one after `after` on. */
export type PlantPage = { filter: PlantFilter; sort: PlantSort; count: number; after?: Position | undefined };

export type FoundPlant = { id: bigint; name: string; tag: string | null; addedAt: bigint; folded: string };
export type TagCount = { tag: string; count: bigint };
/** `week`: how many weeks after the one of the first of January 1970, which began on a Monday in 1969. */
export type WeekCount = { week: bigint; count: bigint };
/** All plants in numbers: those without a tag, the most used tags, most used first, and the weeks, the first first. */
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
  /** A page of the trash. */
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

/** The place of a plant in a list. */
export const positionOf = ({ id, addedAt, folded }: FoundPlant, sort: PlantSort): Position => ({
  key: { added: addedAt, name: folded, id }[orderOf(sort).by],
  id,
});

/** A Monday: weeks are counted from here, in the way of ISO 8601. Stamps are microseconds. */
export const weekMicroseconds = 604_800_000_000n;
export const mondayMicroseconds = -259_200_000_000n;
