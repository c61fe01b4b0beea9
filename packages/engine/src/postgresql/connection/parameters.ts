import { nameFault, Unusable } from './unusable-address.ts';

const anything = [/^/, ''] as const;
const path = [/./, 'the path of a file'] as const;
/** Parameters of Prisma that do not matter here: the store has its own time limits, and keeps its connections. */
const harmless = anything;

const parameters = {
  schema: anything,
  connection_limit: [/^(?:[1-9]\d{0,2}|1000)$/, 'a whole number from 1 to 1000'],
  connect_timeout: [/^\d{1,4}$/, 'a whole number of seconds, 0 for no limit'],
  application_name: anything,
  options: anything,
  host: anything,
  port: anything,
  user: anything,
  password: anything,
  sslmode: [
    /^(?:disable|allow|prefer|require|verify-ca|verify-full|no-verify)$/,
    'disable, allow, prefer, require, verify-ca, verify-full or no-verify',
  ],
  ssl: [/^(?:true|1|false|0|no-verify)$/, 'true, false or no-verify'],
  sslaccept: [/^(?:strict|accept_invalid_certs)$/, 'strict or accept_invalid_certs'],
  sslrootcert: path,
  sslcert: path,
  sslkey: path,
  channel_binding: [/^(?:disable|prefer|require)$/, 'disable, prefer or require'],
  uselibpqcompat: [/^(?:true|false)$/, 'true or false'],
  pgbouncer: harmless,
  pool_timeout: harmless,
  socket_timeout: harmless,
  statement_cache_size: harmless,
  max_connection_lifetime: harmless,
  max_idle_connection_lifetime: harmless,
} as const;

export type Given = Partial<Record<keyof typeof parameters, string>>;

const isKnown = (name: string): name is keyof typeof parameters => Object.hasOwn(parameters, name);

/** Reads the query of an address. @throws Unusable for an unknown or repeated parameter, or an unknown value */
export function parametersOf(query: string): Given {
  const given: Given = {};
  for (const [name, value] of new URLSearchParams(query.replaceAll(/%(?![\da-f]{2})/gi, '%25'))) {
    if (!isKnown(name)) throw new Unusable(unknown(name));
    if (given[name] !== undefined) throw new Unusable(`it has the parameter "${name}" twice`);
    const [accepted, values] = parameters[name];
    if (!accepted.test(value)) throw new Unusable(`${name} must be ${values}`);
    given[name] = value;
  }
  const fault = given.schema === undefined ? undefined : schemaFault(given.schema);
  if (fault) throw new Unusable(`the name of its schema ${fault}`);
  assertConsistent(given);
  return given;
}

/** A strange name may be a part of a password. */
const unknown = (name: string) =>
  `it has the parameter ${/^[\w.-]{1,40}$/.test(name) ? `"${name}"` : 'with a strange name'}, which the store does not know; it knows ${Object.keys(parameters).join(', ')}`;

function schemaFault(name: string): string | undefined {
  if (/^pg_/.test(name) || name === 'information_schema') return 'belongs to PostgreSQL itself';
  // In a search_path it is another schema: that of the user's name.
  if (name === '$user') return 'stands for the name of the user there; write that name';
  // Prisma (7.10) does not double it.
  if (name.includes('"')) return 'contains a "';
  return nameFault(name);
}

function assertConsistent({ sslmode = '', sslaccept, sslrootcert, sslcert, sslkey, channel_binding }: Given) {
  // As libpq does, by which pg_dump connects.
  if (sslrootcert === 'system' && /^(?:disable|allow|prefer|no-verify)$/.test(sslmode))
    throw new Unusable('sslrootcert=system goes with sslmode=verify-full');
  if (sslmode.startsWith('verify') && sslaccept === 'accept_invalid_certs')
    throw new Unusable(`sslmode=${sslmode} and sslaccept=${sslaccept} contradict each other`);
  if (channel_binding === 'require' && !/^(?:require|verify-.*)$/.test(sslmode))
    throw new Unusable('channel_binding=require goes with sslmode=require or verify-full');
  if ((sslcert === undefined) !== (sslkey === undefined))
    throw new Unusable(
      'sslcert and sslkey go together, as the certificate of the store; the authority of the server is sslrootcert',
    );
}
