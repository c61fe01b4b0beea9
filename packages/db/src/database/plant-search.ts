import type { IdRange, PlantSort, PlantValues } from '@plant-store/schema';
import type { ActorColumns } from '../core/actors.ts';

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

export type FoundPlant = PlantValues & { addedAt: bigint; folded: string };
export type TagCount = { tag: string; count: bigint };
/** `week`: weeks since the one of 1 January 1970. */
export type WeekCount = { week: bigint; count: bigint };
/** The number of plants, without a tag, of the most used tags, and by week of adding. */
export type PlantNumbers = { total: bigint; untagged: bigint; byTag: TagCount[]; byWeek: WeekCount[] };

/** A place in the trash, last deleted first. */
export type TrashPlace = { purgedAt: bigint; id: bigint };
export type TrashPage = { limit: number; after?: TrashPlace | undefined };
export type TrashedVersion = ActorColumns & PlantValues & { changedAt: bigint; purgedAt: bigint };
export type TrashFound = { plants: TrashedVersion[]; next: TrashPlace | undefined };

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
