import { Client } from 'pg';
import { cannotOpen } from './problem.ts';

/**
 * Where an address leads, as far as anybody may know: host, port and database, without user, password and settings.
 * @throws StartError when it cannot be used as an address.
 */
export function placeOf(url: string): string {
  const { host, port, database } = partsOf(url);
  return `${host}:${port}/${database}`;
}

/** The same as an address again. */
export const describeUrl = (url: string): string => `postgresql://${placeOf(url)}`;

/** The name of the database. @throws StartError when it cannot be used as an address */
export const databaseOf = (url: string): string => partsOf(url).database ?? '';

/**
 * What an address says, as the driver reads it: some of it may come after it, and a percent sign that encodes nothing is
 * one.
 * @throws StartError when it cannot be used as an address
 */
export function partsOf(url: string): Pick<Client, 'host' | 'port' | 'user' | 'password' | 'database'> {
  try {
    return new Client(url);
  } catch (cause) {
    throw cannotOpen(cause, undefined);
  }
}

/** The same address with another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return String(other);
}
