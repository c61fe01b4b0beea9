import type { Engine, Steps } from '@plant-store/engine';
import type { Preparation } from '@plant-store/engine/postgresql/connection';

export type ColumnKind = 'BigInt' | 'Int' | 'Float' | 'String' | 'Boolean' | 'DateTime' | 'Bytes';

/** A table: its columns, and the columns of its primary key. */
export type Table = { name: string; key: string[]; columns: Record<string, ColumnKind> };

export type StoreEvent = {
  action: 'store.restore' | 'store.promote' | 'store.goBack' | 'store.cancelPromotion';
  subject: string;
};

/** What a program hands in to have its store backed up, restored and promoted. */
export type StoreParts = {
  /** All tables with content, each after the tables to which it refers. */
  tables: Table[];
  /** The table that a store has rows in, unless it lost its content. */
  mainTable: string;
  /** Tables that say nothing about the amount of content. */
  uncounted: string[];
  migrations: string;
  preparation: Preparation;
  /** Records an event, in the transaction that runs these steps. */
  record(engine: Engine, event: StoreEvent): Steps<void>;
};
