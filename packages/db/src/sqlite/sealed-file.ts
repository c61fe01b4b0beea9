import SqliteConnection from 'better-sqlite3';
import { removeSeal, type Seal, sealOf } from './seal.ts';

/** Lets the store in a file that nobody else has open be written, and gives the seal that it had. */
export function unseal(path: string): Seal | undefined {
  const connection = new SqliteConnection(path, { fileMustExist: true });
  try {
    const seal = sealOf(connection);
    if (seal) connection.transaction(() => removeSeal(connection)).immediate();
    return seal;
  } finally {
    connection.close();
  }
}

/** The seal of the store in a file; nothing where there is no store, it has none, or it cannot be read. */
export function sealAt(path: string): Seal | undefined {
  try {
    const connection = new SqliteConnection(path, { readonly: true });
    try {
      return sealOf(connection);
    } finally {
      connection.close();
    }
  } catch {
    return undefined;
  }
}
