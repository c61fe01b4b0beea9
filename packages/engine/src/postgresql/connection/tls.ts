import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { Client } from 'pg';
import { StartError } from '../../core/start-error.ts';
import type { Address } from './address.ts';

type Mode = 'disable' | 'prefer' | 'no-verify' | 'verify-ca' | 'verify-full';

/** The encryption, if the address says it. `require` verifies as pg (8.23) does; with `uselibpqcompat`, as libpq. */
export function tlsModeOf({ host, given }: Address): Mode | undefined {
  const { sslmode = legacy(given.ssl), sslaccept, sslrootcert, sslcert, uselibpqcompat } = given;
  // A Unix socket has no TLS, also for libpq.
  if (host?.startsWith('/') || sslmode === 'disable') return 'disable';
  if (sslmode === 'no-verify') return sslmode;
  if (sslmode === 'verify-ca') return sslrootcert && sslrootcert !== 'system' ? 'verify-ca' : 'verify-full';
  if (sslaccept === 'strict') return 'verify-full';
  if (sslmode === 'require' || sslmode === 'verify-full') {
    const isLoose = sslaccept !== undefined || (uselibpqcompat === 'true' && !sslrootcert);
    return isLoose && sslmode === 'require' ? 'no-verify' : 'verify-full';
  }
  if (sslmode !== undefined || sslaccept !== undefined) return 'prefer';
  return sslrootcert || sslcert ? 'verify-full' : undefined;
}

const legacy = (ssl: string | undefined) =>
  ssl && ({ true: 'require', 1: 'require', false: 'disable', 0: 'disable' }[ssl] ?? ssl);

export function tlsOf(address: Address): { ssl?: ConnectionOptions | false } {
  const mode = tlsModeOf(address);
  if (mode === undefined) return {};
  if (mode === 'disable') return { ssl: false };
  const { sslrootcert, sslcert, sslkey } = address.given;
  return {
    ssl: {
      ...(sslrootcert && sslrootcert !== 'system' ? { ca: contentOf('sslrootcert', sslrootcert) } : {}),
      ...(sslcert && sslkey ? { cert: contentOf('sslcert', sslcert), key: contentOf('sslkey', sslkey) } : {}),
      ...(mode === 'prefer' || mode === 'no-verify' ? { rejectUnauthorized: false } : {}),
      ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    },
  };
}

function contentOf(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(
      `DATABASE_URL: the file ${file} of ${parameter} cannot be read (${(cause as { code?: string }).code}); correct its path, or give this user access.`,
      { cause },
    );
  }
}

export const withoutTls = (address: Address): Address => ({
  ...address,
  given: { ...address.given, sslmode: 'disable' },
});

export const isEncrypted = (client: Client): boolean => Boolean((client as { ssl?: unknown }).ssl);

export const withoutPreferredTls = (address: Address): Address =>
  tlsModeOf(address) === 'prefer' ? withoutTls(address) : address;
