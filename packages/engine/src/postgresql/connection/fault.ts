import { StoreError } from '@plant-store/schema/errors';
import { unavailable } from '../../core/unavailable.ts';

export type ServerFault =
  | ('full' | 'crowded' | 'starting' | 'read-only' | 'not now' | 'lost')
  | ('no host' | 'no database' | 'no entry' | 'no password' | 'no TLS' | 'untrusted')
  | ('forbidden' | 'taken' | 'unfit');

/** Fault kinds by codes of PostgreSQL (manual, appendix A) and Node, or messages of pg (8.23); the first match wins. */
const kinds: [pattern: RegExp, kind: ServerFault][] = [
  [/^53100$/, 'full'],
  [/^53300$/, 'crowded'],
  [/^57P03$/, 'starting'],
  [/^25006$/, 'read-only'],
  [/^(53...|58...|40001|40P01|55P03|57014)$/, 'not now'],
  [/^(08...|57P..)$|^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)/, 'lost'],
  [/^(Connection terminated|Query read timeout|Client (has encountered|was closed))/, 'lost'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'no host'],
  [/^3D000$/, 'no database'],
  [/^28...$/, 'no entry'],
  [/password must be a(?: non-empty)? string/, 'no password'],
  [/does not support SSL/, 'no TLS'],
  [/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|certificate/, 'untrusted'],
  [/^42501$/, 'forbidden'],
  [/^23505$/, 'taken'],
  // 22023 is excluded, as it is about a setting of the session.
  [/^22(?!023)...$/, 'unfit'],
];

/** PgBouncer (1.18) has one code for all. While it has no session of the server for a client, nothing was sent. */
const ofPooler: [pattern: RegExp, kind: ServerFault][] = [
  [/^(query_wait_timeout|no more connections allowed)/, 'crowded'],
  [/cannot connect|^server login/, 'starting'],
  [/^no such database|^database .* does not exist/, 'no database'],
];

const passing = new Set<ServerFault | undefined>([
  'full',
  'crowded',
  'starting',
  'read-only',
  'not now',
  'lost',
]);

export function serverFaultKind(cause: unknown): ServerFault | undefined {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const kind = code === '08P01' && ofPooler.find(([pattern]) => pattern.test(String(message)))?.[1];
  if (kind) return kind;
  return kinds.find(([pattern]) => pattern.test(String(code ?? message)))?.[1];
}

export const unreachable = (cause: Error): StoreError =>
  unavailable('the database cannot be reached now; nothing was stored, try again in a few seconds', cause);

export const isPoolTimeout = ({ message }: Error): boolean =>
  message === 'timeout exceeded when trying to connect';

export function serverReadFaultOf(cause: unknown): StoreError | undefined {
  if (cause instanceof StoreError) return cause;
  if (!passing.has(serverFaultKind(cause))) return undefined;
  return unavailable('the database does not respond; try again in a few seconds', cause);
}

/** Converts a fault of a write for its caller. After a lost connection nobody knows whether the write was stored. */
export function writeFaultOf(cause: unknown): StoreError | undefined {
  if (cause instanceof StoreError || serverFaultKind(cause) !== 'lost') return rolledBackFaultOf(cause);
  return unavailable(
    'the connection to the database broke, so it may or may not have been stored; read it before you try again',
    cause,
  );
}

export function rolledBackFaultOf(cause: unknown): StoreError | undefined {
  if (cause instanceof StoreError) return cause;
  if (!passing.has(serverFaultKind(cause))) return undefined;
  return unavailable(
    'the database could not complete this; nothing was stored, try again in a few seconds',
    cause,
  );
}
