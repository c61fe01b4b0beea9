import type { Engine, Steps } from '@plant-store/engine';
import type { Preparation } from '@plant-store/engine/postgresql/connection';
import type { FileParts } from '@plant-store/engine/sqlite/file';

export type ColumnKind = 'BigInt' | 'Int' | 'Float' | 'String' | 'Boolean' | 'DateTime' | 'Bytes';

export type Table = { name: string; key: string[]; columns: Record<string, ColumnKind> };

export type StoreEvent = {
  action: 'store.restore' | 'store.promote' | 'store.goBack' | 'store.cancelPromotion';
  subject: string;
};

export type StoreParts = {
  /** All tables with content, each after the tables to which it refers. */
  tables: Table[];
  /** The table that a store has rows in, unless it lost its content. */
  mainTable: string;
  /** The content of tables for people, such as `12,000 notes`. */
  contentText(tables: { name: string; count: number }[]): string;
  files: FileParts;
  preparation: Preparation;
  record(engine: Engine, event: StoreEvent): Steps<void>;
  /** Runs before a seal is put on an SQLite store, whose copy has the outcome too, and after it is removed. */
  whenSealed(isSealed: boolean): Steps<void>;
};
