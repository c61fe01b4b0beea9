import { Client } from 'pg';
import { cannotOpen } from './start-errors.ts';

/** Host, port and database of an address, without user, password and settings. @throws StartError for a bad address */
export function placeOf(url: string): string {
  const { host, port, database } = partsOf(url);
  return `${host}:${port}/${database}`;
}

/** The same as an address again. */
export const describeUrl = (url: string): string => `postgresql://${placeOf(url)}`;

/** The name of the database. @throws StartError when it cannot be used as an address */
export const databaseOf = (url: string): string => partsOf(url).database ?? '';

/**
 * The parts of an address as the driver reads it, where a percent sign may encode nothing.
 * @throws StartError for a bad address
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
