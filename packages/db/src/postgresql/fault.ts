import { StoreError } from '@plant-store/schema';
import { unavailable } from '../unavailable.ts';

/** PostgreSQL's error codes (its manual, appendix A) for a server that cannot do now what it can do at other times. */
const passing = /^(08|53|57P|58)|^(25006|40001|40P01|55P03|57014)$/;
/** Those of them that say that the statement was not done. The others come with the end of the connection. */
const refused = /^(53|58)|^(25006|40001|40P01|55P03|57014|57P03)$/;
/** Node's, for a connection that went away. */
const lost = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)/;
/** What pg (8.23) says without a code. */
const broken = /^(Connection terminated|Query read timeout|Client (has encountered|was closed))/;

type Fault = { code?: unknown; message?: unknown };

/** That there was no connection to be had, so that nothing was asked of the server. */
export const unreached = (cause: Error): StoreError =>
  unavailable('the database cannot be reached now; nothing was stored, try again in a few seconds', cause);

/** Whether that was because all connections were in use, for as long as one waits. */
export const hasWaited = ({ message }: Error): boolean =>
  message === 'timeout exceeded when trying to connect';

/** A fault of the server or of the connection to it, as an error for the caller of a read; or nothing. */
export function faultOf(cause: unknown): StoreError | undefined {
  if (cause instanceof StoreError) return cause;
  if (!isPassing(cause as Fault)) return undefined;
  return unavailable('the database cannot answer now; try again in a few seconds', cause);
}

/** The same for a write: where the connection broke, nobody can tell whether it was made. */
export function writeFaultOf(cause: unknown): StoreError | undefined {
  if (cause instanceof StoreError) return cause;
  if (!isPassing(cause as Fault)) return undefined;
  return unavailable(
    refused.test(String((cause as Fault).code))
      ? 'the database could not do this now; nothing was stored, try again in a few seconds'
      : 'the connection to the database broke, and whether this was stored is not known; read it before you try again',
    cause,
  );
}

function isPassing({ code, message }: Fault): boolean {
  if (code === undefined) return broken.test(String(message));
  return passing.test(String(code)) || lost.test(String(code));
}
