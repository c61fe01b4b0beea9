import { Client } from 'pg';
import { cannotOpen } from './cannot-open.ts';

/**
 * Where an address leads, as far as anybody may know: host, port and database, without user, password and settings.
 * @throws StartError when it cannot be used as an address.
 */
export function placeOf(url: string): string {
  try {
    const { host, port, database } = new Client(url);
    return `${host}:${port}/${database}`;
  } catch (cause) {
    throw cannotOpen(cause, undefined);
  }
}

/** The same as an address again. */
export const describeUrl = (url: string): string => `postgresql://${placeOf(url)}`;

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** The same address with another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return String(other);
}
