import type { StoreError } from '@plant-store/schema';
import { unavailable } from '../unavailable.ts';

/** PostgreSQL's error codes (its manual, appendix A) for a server that cannot do now what it can do at other times. */
const passing = /^(08|53|57P|58)|^(25006|40001|40P01|55P03|57014)$/;
/** Node's, for a server that cannot be reached or went away. */
const unreachable = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)/;
/** What pg (8.23) says without a code. */
const broken =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;
/** Prisma's codes for the same (prisma.io/docs/orm/reference/error-reference). */
const prisma = /^(P1001|P1002|P1008|P1017|P2024|P2034|P2037)$/;

/** A failure to reach the server, or of the server itself, as an error for callers; or nothing. */
export function faultOf(cause: unknown): StoreError | undefined {
  if (!isPassing(cause)) return undefined;
  return unavailable('the database cannot be reached now; try again in a few seconds', cause);
}

/** The same for a write: where the connection broke, nobody can tell whether it was made. */
export function writeFaultOf(cause: unknown): StoreError | undefined {
  if (!isPassing(cause)) return undefined;
  return unavailable(
    isRefusal(cause)
      ? 'the database cannot be reached now; nothing was stored, try again in a few seconds'
      : 'the connection to the database broke, and whether this was stored is not known; read it before you try again',
    cause,
  );
}

function isPassing(cause: unknown): boolean {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const text = String(code);
  if (passing.test(text) || unreachable.test(text) || prisma.test(text)) return true;
  return code === undefined && broken.test(String(message));
}

/** Whether the statement was never sent, or the server says itself that it did not do it. */
function isRefusal(cause: unknown): boolean {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/.test(String(code)) ||
    /^(53|57P03|25006|40001|40P01|55P03|57014)/.test(String(code)) ||
    /^timeout exceeded when trying to connect/.test(String(message))
  );
}
