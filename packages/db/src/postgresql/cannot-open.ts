import type { Client } from 'pg';
import { StartError } from '../start-error.ts';

/** Why the database cannot be opened, in one line that names no password; `client` is what tried, if it came so far. */
export function cannotOpen(cause: unknown, client: Client | undefined): StartError {
  const { code, message } = cause as { code?: string; message: string };
  if (!client)
    return new StartError(
      `DATABASE_URL: the address of the database cannot be used (${code ?? 'it cannot be read'}); write % as %25 in it, other special characters of the password likewise, and see that the files it names are there.`,
      { cause },
    );
  const { host, port, database, user } = client;
  const [, way] = ways.find(([pattern]) => pattern.test(code ?? message)) ?? [];
  return new StartError(
    `DATABASE_URL: cannot open the database "${database}" on ${host}:${port} as "${user}" (${oneLine(code ?? message)}): ${way ?? 'look whether it runs and lets this machine in, then try again'}.`,
    { cause },
  );
}

/** What there is to do, by PostgreSQL's code, Node's, or what pg says where there is none. */
const ways: [RegExp, string][] = [
  [/^3D000$/, 'there is no such database; create it with "createdb", then try again'],
  [/^28/, 'the server refuses the user, the password or this machine; correct them, or its pg_hba.conf'],
  [/password must be a(?: non-empty)? string/, 'the server asks for a password; put it in the address'],
  [/^42501$/, 'the user lacks a right; let it own the database, or grant it CREATE on the schema'],
  [/^53300$/, 'all connections of the server are in use; give it more, or its clients fewer'],
  [/^57P03$/, 'the server is starting or stopping; try again when it is up'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the name of the host leads nowhere; correct it'],
  [/does not support SSL/, 'the server has no TLS; set it up there, or leave sslmode out of the address'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|certificate/,
    "the server's certificate cannot be trusted; name its authority's with sslrootcert in the address",
  ],
];

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
