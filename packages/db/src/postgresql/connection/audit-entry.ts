import type { ClientBase } from 'pg';
import { chainPieces } from '../../audit/pending.ts';
import { record } from '../../audit/record.ts';
import { runStepsAsync } from '../../core/sql.ts';
import type { AuditEvent } from '../../database/audit-event.ts';
import { preparer } from './prepared-statements.ts';
import { transactor } from './transaction.ts';

/** Records an event in the transaction of the connection, if there is one. */
export async function tell(client: ClientBase, event: AuditEvent): Promise<void> {
  const prepare = preparer();
  await runStepsAsync(
    record('postgresql', event),
    async (statement) => (await client.query(prepare(statement))).rows,
  );
}

/** Records an event, and chains it and the events before it. */
export async function tellInPlace(client: ClientBase, event: AuditEvent): Promise<void> {
  await tell(client, event);
  const lease = async () => Object.assign(client, { release: () => undefined });
  await chainPieces(transactor({ lease, prepare: preparer() }));
}
