import type { Steps } from '@plant-store/engine';
import { onTestFinished } from 'vitest';
import { runWithin } from '../src/core/transaction.ts';
import { type Database, openDatabase } from '../src/index.ts';
import { borrowStore } from './borrowed-store.ts';
import { type AtEnd, newUrl, rowsOf } from './testing.ts';

export { connect } from '@plant-store/engine/testing/store';
export { newFolder } from './testing.ts';

/**
 * Opens the store at `url`, or in the SQLite file at that path, as the server does. It is closed when the test ends.
 */
export async function open(url: string, atEnd: AtEnd = onTestFinished): Promise<Database> {
  const db = await openDatabase(url.includes(':') ? url : `file:${url}`);
  let isOpen = true;
  atEnd(() => (isOpen ? db.close() : undefined));
  const close = async () => {
    isOpen = false;
    await db.close();
  };
  return { ...db, close };
}

/** A new, empty store on the engine of this run; `rows` queries it on a separate connection. */
export async function newStore(atEnd: AtEnd = onTestFinished) {
  const url = await newUrl(atEnd);
  return partsOf(await open(url, atEnd), url);
}

/** Like `newStore`, with a store that other tests have used: for tests of content, not of files or upkeep. */
export async function emptyStore(atEnd: AtEnd = onTestFinished) {
  const { db, url } = await borrowStore(atEnd);
  return partsOf(db, url);
}

const partsOf = (db: Database, url: string) => ({
  db,
  url,
  path: url.replace('file:', ''),
  rows: (sql: string) => rowsOf(url, sql),
});

/** Runs steps of hand-written SQL in a transaction of the store. */
export const inTransaction = <Result>(db: Database, steps: () => Steps<Result>): Promise<Result> =>
  db.transaction((tx) => runWithin(db.engine, tx, steps()));
