import { type Client, DatabaseError } from 'pg';
import { StartError } from '../../core/start-error.ts';
import { type ServerFault, serverFaultKind } from './fault.ts';

/** Why the database cannot be opened, in one line without a password. @param client the connection, if there was one */
export function cannotOpen(cause: unknown, client: Client | undefined): StartError {
  if (!client)
    return new StartError(
      `DATABASE_URL: the address of the database cannot be used (${(cause as { code?: string }).code ?? 'it cannot be read'}); write % as %25 in it, other special characters of the password likewise, and see that the files it names are there.`,
      { cause },
    );
  const { host, port, database, user } = client;
  const what = `DATABASE_URL: cannot open the database "${database}" on ${host}:${port} as "${user}"`;
  return toStartError(
    cause,
    what,
    remedies[serverFaultKind(cause) ?? (cause instanceof DatabaseError ? 'other' : 'lost')],
  );
}

/** An error of the server or the connection as one line that begins with `what`; any other error as it is. */
export function serverStartError(cause: unknown, what: string): unknown {
  if (cause instanceof StartError) return cause;
  const kind = serverFaultKind(cause) ?? (cause instanceof DatabaseError ? 'other' : undefined);
  return kind ? toStartError(cause, what, remedies[kind]) : cause;
}

/** The problem and the way out, for persons. */
const remedies: Record<ServerFault | 'other', string> = {
  full: 'the disk of the server is full; free some space there, then try again',
  crowded: 'all connections of the server are in use; give it more, or its clients fewer',
  starting: 'the server is starting or stopping; try again when it is up',
  'read-only': 'the server takes no writes, as a standby does not; name the one that does',
  'not now': 'the server cannot do this now; try again, and if that does not help, see its log',
  lost: 'there is no connection, or it broke; look whether the server runs and lets this machine in, then try again',
  'no host': 'the name of the host leads nowhere; correct it',
  'no database': 'there is no such database; create it with "createdb", then try again',
  'no entry': 'the server refuses the user, the password or this machine; correct them, or its pg_hba.conf',
  'no password': 'the server asks for a password; put it in the address',
  'no TLS': 'the server has no TLS; set it up there, or leave sslmode out of the address',
  untrusted:
    "the server's certificate cannot be trusted; name its authority's with sslrootcert in the address",
  forbidden: 'the user may not do that; let it own the database, or grant it the right that is missing',
  taken: 'another program stores rows in it at the same time; take an empty database that nothing runs on',
  unfit: 'the database cannot hold a value of the store; change that value, then try again',
  other: 'the server did not expect this; its log says more',
};

/** The text of the server is added: it names what it refused. */
function toStartError(cause: unknown, what: string, remedy: string): StartError {
  const { code, message } = cause as { code?: string; message: string };
  const details = cause instanceof DatabaseError ? `${code}: ${message}` : (code ?? message);
  return new StartError(`${what} (${details.replaceAll(/\s+/g, ' ').trim()}): ${remedy}.`, { cause });
}
