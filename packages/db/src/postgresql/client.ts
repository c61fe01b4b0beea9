import { Client } from 'pg';
import { StartError } from '../start-error.ts';
import { connectionTo } from './pool.ts';

/** Runs `use` with a connection of its own to the database at `url`. @throws StartError when there is none to be had */
export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connectionTo(url));
  // One that breaks while it is idle; the next query says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Of the ways in which a server may be set to write times, the one that is read here.
    await client.query(`SET datestyle = 'ISO, YMD'`);
    return await use(client);
  } catch (cause) {
    throw explain(cause, url);
  } finally {
    await client.end();
  }
}

/** The same URL with another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return String(other);
}

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Which database it is, in words that hold neither password nor settings. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgresql://${hostname}:${port || 5432}${pathname}`;
}

function explain(cause: unknown, url: string): unknown {
  const { code, message } = cause as { code?: unknown; message?: string };
  // Node's errors of files have a word for a code too; PostgreSQL's have five characters.
  const isOurs =
    typeof code === 'string' &&
    (/^[0-9A-Z]{5}$/.test(code) || /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(code));
  if (cause instanceof StartError || !isOurs) return cause;
  const way =
    code === '42501'
      ? 'this needs a user who may create databases there: ALTER ROLE … CREATEDB'
      : code === '3D000'
        ? 'there is no store yet; "npm start" makes one in a database that is there'
        : 'look whether it runs and lets this machine in';
  return new StartError(`${describeUrl(url)} (${code}: ${message}): ${way}.`, { cause });
}
