import { userInfo } from 'node:os';
import { Client, defaults } from 'pg';
import type { Address } from './address.ts';

// Services have no USER in their environment; PostgreSQL's programs take the name of the account then.
defaults.user ??= accountName();

function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** The parts of an address with the driver's values for missing ones. */
export function effective({ user, password, host, port, database }: Address) {
  return new Client({ user, password, host, port, database, ssl: false });
}

/** Host, port, database and schema of an address, without user, password and other settings. */
export function placeOf(address: Address): string {
  const { host, port, database } = effective(address);
  const { schema } = address.given;
  return `${host}:${port}/${database}${schema === undefined ? '' : `?schema=${encodeURIComponent(schema)}`}`;
}

export const describe = (address: Address): string => `postgresql://${placeOf(address)}`;

export const withDatabase = (address: Address, database: string, schema = address.given.schema): Address => ({
  ...address,
  database,
  given: { ...address.given, ...(schema === undefined ? {} : { schema }) },
});

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
