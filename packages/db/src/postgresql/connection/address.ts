import { Client } from 'pg';
import { cannotOpen } from './start-errors.ts';

/** Host, port and database of a URL, without user, password and settings. @throws StartError for an invalid URL */
export function placeOf(url: string): string {
  const { host, port, database } = partsOf(url);
  return `${host}:${port}/${database}`;
}

/** The URL with only host, port and database. */
export const describeUrl = (url: string): string => `postgresql://${placeOf(url)}`;

/** The name of the database. @throws StartError for an invalid URL */
export const databaseOf = (url: string): string => partsOf(url).database ?? '';

/**
 * The parts of a URL, as the driver reads them: it accepts a percent sign that encodes nothing.
 * @throws StartError for an invalid URL
 */
export function partsOf(url: string): Pick<Client, 'host' | 'port' | 'user' | 'password' | 'database'> {
  try {
    return new Client(url);
  } catch (cause) {
    throw cannotOpen(cause, undefined);
  }
}

/** The same URL with another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return String(other);
}
