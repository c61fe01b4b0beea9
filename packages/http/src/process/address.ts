import { isIPv6 } from 'node:net';
import { StartError } from '@plant-store/schema/without-zod';

/** No client can connect to the address of all addresses, so the loopback address replaces it. */
export function urlOf(host: string, port: number): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  // The parser of URLs gives each address one spelling: 0:0::0 is [::], and 0 is 0.0.0.0.
  const { hostname } = new URL(`http://${name}`);
  return `http://${loopbackOf[hostname] ?? name}:${port}`;
}

const loopbackOf: Record<string, string> = {
  '0.0.0.0': '127.0.0.1',
  '[::]': '[::1]',
  '[::ffff:0:0]': '127.0.0.1',
};

/** The error for an address that cannot be used, with a remedy. @param setting the name of the setting of its port */
export function listenError(cause: unknown, host: string, setting: string, port: number): unknown {
  const { code, syscall } = cause as { code?: string; syscall?: string };
  if (code === 'EADDRINUSE')
    return new StartError(
      `${setting}: port ${port} of ${host} is already in use by another program or plant store; stop it, or set ${setting} to a free port.`,
    );
  if (code === 'EACCES')
    return new StartError(
      `${setting}: port ${port} requires more rights than this user has; set ${setting} to a port above 1023.`,
    );
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return new StartError(
      `HOST: ${host} is not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.`,
    );
  return cause;
}
