import { ADDRCONFIG, type LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Why a message was not delivered, in plain words. It says nothing of an answer, and of a name no address. */
export class SendError extends Error {}

export type Lookup = (host: string) => Promise<LookupAddress[]>;

const systemLookup: Lookup = (host) => lookUp(host, { all: true, hints: ADDRCONFIG });

/**
 * Gives the addresses of a name, or of an address itself, if the store may connect to all of them. One forbidden address
 * refuses the whole name: who answers with it could give it alone at the next try, and a mistake would stay unseen.
 * @param allow ranges in the house, as TRUST_PROXY has them @throws SendError
 */
export function createGuard(allow: string[], lookup = systemLookup): Lookup {
  const isAllowed = proxyAddr.compile(allow);
  return async (host) => {
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await lookup(host).catch(notResolved(host));
    for (const { address } of addresses) {
      const judged = carriedBy(address);
      const kind = forbiddenKind(judged);
      if (kind === undefined || isAllowed(judged.toString(), 0)) continue;
      const named = family ? host : `of ${host}`;
      throw new SendError(`the address ${named} is ${kind}; an operator can allow it with WEBHOOK_ALLOW`);
    }
    return addresses;
  };
}

const notResolved = (host: string) => (cause: unknown) => {
  throw new SendError(`${host} does not resolve to an address`, { cause });
};

/** Where DNS64 puts the addresses of IPv4 (RFC 6052). A gateway sends to the carried address. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

function carriedBy(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  // ipaddr.js takes `::8.8.8.8`, an address that nobody uses any more, for 8.8.8.8.
  const address = ipaddr.process(text.replace(/^::(?=\d+\.)/, '::0:'));
  const isNat64 = address.kind() === 'ipv6' && address.match(nat64);
  return isNat64 ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** IANA gives global unicast addresses from this block alone. ipaddr.js says `unicast` of all that it has no name for. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

const kinds: Record<string, string> = {
  loopback: 'loopback, of this machine',
  unspecified: 'unspecified, which means this machine',
  private: 'private',
  uniqueLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'shared behind a carrier',
  multicast: 'multicast',
};

/** The kind of an address that is not global unicast, by IANA's registries of special addresses. */
function forbiddenKind(address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined {
  const range = address.range();
  const isGlobal = range === 'unicast' && (address.kind() === 'ipv4' || address.match(globalIpv6));
  return isGlobal ? undefined : (kinds[range] ?? 'reserved');
}
