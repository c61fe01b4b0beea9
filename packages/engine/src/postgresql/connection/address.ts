import { StartError } from '../../core/start-error.ts';
import { type Given, parametersOf } from './parameters.ts';
import { nameFault, Unusable } from './unusable-address.ts';

/** The driver adds missing parts, by PGUSER, PGPASSWORD, PGHOST, PGPORT. A `host` like /run is a socket's folder. */
export type Address = {
  user?: string;
  password?: string;
  host?: string;
  port?: number;
  database: string;
  given: Given;
};

/** Reads an address as PostgreSQL's programs do: a lone % is itself. @throws StartError, without the password */
export function parseAddress(url: string): Address {
  const fault = addressFault(url);
  if (fault === undefined) return read(url);
  throw new StartError(`DATABASE_URL: the address of the database cannot be used: ${fault}.`);
}

/** Why an address cannot be used, without a password; `undefined` if it can. */
export function addressFault(url: string): string | undefined {
  try {
    read(url);
    return undefined;
  } catch (cause) {
    if (cause instanceof Unusable) return cause.message;
    throw cause;
  }
}

/** An address with the word PASSWORD in place of its password. */
export const withoutPassword = (url: string): string =>
  url
    .replace(/^([a-z]+:\/\/[^/?:]*):[^/?]+@/i, '$1:PASSWORD@')
    .replace(/([?&]password=)[^&]+/g, '$1PASSWORD');

const shape = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?]*)(\/[^?]*)?(?:\?(.*))?$/i;

function read(url: string): Address {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
  if (/[\0-\x1f\x7f]/.test(url)) throw new Unusable('it contains a line end or another control character');
  if (url.includes('#'))
    throw new Unusable('it contains a #: write it as %23 in a password, a name or a value');
  const [, credentials, hosts = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (/@/.test(path) || /^[^=&]*@/.test(query))
    throw new Unusable(
      'it has an @ after its first / or ?: in a user or password write / as %2F, ? as %3F and @ as %40',
    );
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(hosts) ?? [];
  assertOneHost(hosts);
  const [user, password] = partsAt(credentials ?? '', ':');
  const given = parametersOf(query);
  const database = decode(path.slice(1));
  const address = {
    user: given.user || decode(user),
    password: given.password || decode(password),
    host: given.host || decode(host.replace(/^\[(.*)\]$/, '$1')),
    port: given.port || port,
  };
  assertOneHost(address.host);
  if (address.port) assertPort(address.port);
  if (database === '') throw new Unusable('it names no database after the host');
  const fault = nameFault(database);
  if (fault) throw new Unusable(`the name of its database ${fault}`);
  const { port: text, ...parts } = address;
  const present = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
  return { ...present, ...(text ? { port: Number(text) } : {}), database, given };
}

function assertOneHost(host: string) {
  if (host.includes(',')) throw new Unusable('it names several hosts; the store uses one');
}

function assertPort(port: string) {
  if (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535) return;
  throw new Unusable(
    'its port is not a number from 1 to 65535 (a password ends with an @, and in .env a # outside quotation marks begins a comment)',
  );
}

function partsAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new Unusable('a percent sign in it encodes no character: write % as %25');
  }
}
