import { type Client, DatabaseError } from 'pg';
import { StartError } from '../../core/start-error.ts';
import { type ServerFault, serverFaultKind } from './fault.ts';

export function cannotOpen(cause: unknown, client: Client): StartError {
  const { host, port, database, user } = client;
  const what = `DATABASE_URL: cannot open the database "${database}" on ${host}:${port} as "${user}"`;
  const kind = serverFaultKind(cause) ?? (cause instanceof DatabaseError ? 'other' : 'lost');
  return toStartError(cause, what, remedies[kind]);
}

/** Converts an error of the server or connection to one line that begins with `what`; others stay unchanged. */
export function serverStartError(cause: unknown, what: string): unknown {
  if (cause instanceof StartError) return cause;
  const kind = serverFaultKind(cause) ?? (cause instanceof DatabaseError ? 'other' : undefined);
  return kind ? toStartError(cause, what, remedies[kind]) : cause;
}

const remedies: Record<ServerFault | 'other', string> = {
  full: 'the disk of the server is full; free some space there, then try again',
  crowded: 'all connections of the server are in use; allow more on the server, or fewer for its clients',
  starting: 'the server is starting or stopping; try again when it is running',
  'read-only': 'the server is read-only, such as a standby; use the primary server',
  'not now': 'the server cannot do this now; try again, or check its log',
  lost: 'there is no connection, or it broke; check that the server runs and accepts this machine, then try again',
  'no host': 'the host name cannot be resolved; correct it',
  'no database': 'the database does not exist; create it with "createdb", then try again',
  'no entry':
    'the server refuses the user, the password or this machine; correct them, or pg_hba.conf on the server',
  'no password': 'the server requires a password; add it to the address',
  'no TLS': 'the server does not support TLS; set it up there, or leave sslmode out of the address',
  untrusted:
    'the certificate of the server is not trusted for this host; set its certificate authority with sslrootcert in the address, and use a host name of the certificate',
  forbidden: 'the user has no permission; make it the owner of the database, or grant the missing right',
  taken: 'another program is writing to the database; use an empty one',
  unfit: 'the database cannot store a value of the store; change that value, then try again',
  other: 'the server reported an unexpected error; see its log',
};

function toStartError(cause: unknown, what: string, remedy: string): StartError {
  const { code, message } = cause as { code?: string; message: string };
  const details = cause instanceof DatabaseError ? `${code}: ${message}` : (code ?? message);
  return new StartError(`${what} (${details.replaceAll(/\s+/g, ' ').trim()}): ${remedy}.`, { cause });
}
