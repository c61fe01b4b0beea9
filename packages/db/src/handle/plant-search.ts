import type { IdRange, PlantSort, PlantValues } from '@plant-store/schema';
import type { ActorColumns } from '../core/actors.ts';

export type ParsedFilter = {
  /** Folded prefixes (`searchWords`) of words in the name or the tag; empty for all plants. */
  words: string[];
  /** A search such as `--` has no word and finds nothing. */
  isWordless?: boolean | undefined;
  ids?: IdRange[] | undefined;
  /** The whole tag, in any of its spellings (`tagSpellings`), or null for plants without one. */
  tag?: string | null | undefined;
  /** The range of times at which plants were added: from `addedFrom` on, and before `addedBefore`. */
  addedFrom?: bigint | undefined;
  addedBefore?: bigint | undefined;
};

export type Position = { key: bigint | string; id: bigint };

export type PlantPageQuery = {
  filter: ParsedFilter;
  sort: PlantSort;
  count: number;
  after?: Position | undefined;
};

export type FoundPlant = PlantValues & { addedAt: bigint; folded: string };
export type TagCount = { tag: string; count: bigint };
/** `week`: the number of weeks since the week of 1 January 1970. */
export type WeekCount = { week: bigint; count: bigint };
export type PlantStatistics = { total: bigint; untagged: bigint; byTag: TagCount[]; byWeek: WeekCount[] };

/** A position in the trash, which lists the latest deletion first. */
export type TrashPosition = { purgedAt: bigint; id: bigint };
export type TrashQuery = { limit: number; after?: TrashPosition | undefined };
export type TrashedVersion = ActorColumns & PlantValues & { changedAt: bigint; purgedAt: bigint };
export type TrashPage = { plants: TrashedVersion[]; next: TrashPosition | undefined };

/** The caller of a read, as all callers are served in turn. A file of many pages has time; others come first. */
export type ReadBy = { caller?: string | undefined; isExport?: boolean | undefined };

export type PlantSearch = {
  page(page: PlantPageQuery, by?: ReadBy): Promise<FoundPlant[]>;
  count(filter: ParsedFilter, by?: ReadBy): Promise<bigint>;
  /** Up to `limit` tags, most used first. Each of `words` begins a word of the tag. */
  tags(query: { words: string[]; limit: number }, by?: ReadBy): Promise<TagCount[]>;
  names(prefix: string, by?: ReadBy): Promise<string[]>;
  statistics(by?: ReadBy): Promise<PlantStatistics>;
  trash(page: TrashQuery, by?: ReadBy): Promise<TrashPage>;
};
