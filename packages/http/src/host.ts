import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The reason to refuse a `Host` (RFC 9112, section 3.2); `undefined` if it is well-formed, or absent in HTTP/1.0. */
export function hostHeaderProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0' ? undefined : `the header Host is missing; ${advice}`;
  if (hasTwoHosts(rawHeaders)) return `the header Host was sent more than once; ${advice}`;
  if (host === '') return `the header Host is empty; ${advice}`;
  if (isWellFormed(host)) return undefined;
  const shown = JSON.stringify(host.length > 80 ? `${host.slice(0, 80)}…` : host);
  return `the header Host is ${shown}, which is not a host name with an optional port; ${advice}`;
}

const advice = 'send the name of the server once, such as plants.example:443';

/** Finds repeated headers in the raw list, as Node keeps only the first in `headers`. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** RFC 3986, section 3.2.2 and 3.2.3. */
const nameAndPort = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::(\d*))?$/i;
const addressAndPort = /^\[([\da-f:.]+)\](?::(\d*))?$/i;

function isWellFormed(host: string): boolean {
  const [, address, portOfAddress] = addressAndPort.exec(host) ?? [];
  if (address !== undefined) return isIPv6(address) && isPort(portOfAddress);
  const name = nameAndPort.exec(host);
  return name !== null && isPort(name[1]);
}

const isPort = (digits = ''): boolean => Number(digits) <= 65_535;
