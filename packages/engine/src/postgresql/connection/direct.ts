import { randomInt } from 'node:crypto';
import { asOptionError, StartError } from '../../core/start-error.ts';
import type { Address } from './address.ts';
import { connect } from './client.ts';
import { serverFaultKind } from './fault.ts';
import { describe } from './place.ts';
import { serverStartError } from './start-errors.ts';

/** Asserts that the address `direct` has sessions, and leads to the store of `address`. @throws StartError */
export async function assertSameStore(address: Address, direct: Address): Promise<void> {
  const own = await connect(direct).catch((cause) => {
    // A restore makes the database, and replaces nothing.
    if (serverFaultKind(cause.cause ?? cause) === 'no database') return undefined;
    throw asOptionError(cause, 'DIRECT_URL');
  });
  if (!own) return;
  const other = await connect(address, { mayPool: true }).catch(async (cause) => {
    await own.end();
    throw cause;
  });
  try {
    // A standby or a copy has the same names and contents, but no lock that is taken now.
    const key = randomInt(2 ** 31);
    await other.query('BEGIN');
    const there = await other.query(
      'SELECT current_schema() AS "schema", pg_advisory_xact_lock($1::int, $1::int)',
      [key],
    );
    const here = await own.query(
      `SELECT current_schema() AS "schema" FROM pg_locks JOIN pg_database ON "oid" = "database"
       WHERE "locktype" = 'advisory' AND "classid" = $1 AND "objid" = $1 AND "datname" = current_database()`,
      [key],
    );
    if (here.rows[0] && here.rows[0].schema === there.rows[0].schema) return;
    throw new StartError(
      `DIRECT_URL: ${describe(direct)} is not the store of DATABASE_URL, which is ${describe(address)}; give the address of the same server, database and schema without the pooler. Nothing was changed.`,
    );
  } catch (cause) {
    throw serverStartError(cause, 'DIRECT_URL and DATABASE_URL could not be compared');
  } finally {
    // Within its transaction: PgBouncer then closes the session, by which the store would count as in use.
    await other.end();
    await own.end();
  }
}
