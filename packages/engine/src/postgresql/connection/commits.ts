import type { Client } from 'pg';
import { sql } from '../../core/sql.ts';
import { StartError } from '../../core/start-error.ts';
import { waitTimeoutMs } from '../../core/waiting.ts';
import { serverFaultKind } from './fault.ts';
import { unprepared } from './prepared-statements.ts';

/** Only a transaction that has written to the log of the server waits for a standby. */
export const emptyCommit = sql`SELECT pg_logical_emit_message(true, 'plant-store', '')::text`;

/** Asserts that commits come back before long work, which waits for them without a limit. @throws StartError */
export async function assertCommits(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('synchronous_standby_names', true) AS "standbys"`,
  );
  const { standbys } = rows[0];
  if (!standbys) return;
  const statement = { ...unprepared(emptyCommit), query_timeout: waitTimeoutMs };
  await client.query(statement).catch((cause) => {
    if (serverFaultKind(cause) !== 'lost') throw cause;
    throw new StartError(
      `DATABASE_URL: commits do not come back, as no synchronous standby confirms them (synchronous_standby_names = '${standbys}'); start a standby and try again, or set synchronous_standby_names to '' to go on with one disk.`,
      { cause },
    );
  });
}
