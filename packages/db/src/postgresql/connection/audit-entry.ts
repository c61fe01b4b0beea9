import type { ClientBase } from 'pg';
import { chainBatches } from '../../audit/pending.ts';
import { record } from '../../audit/record.ts';
import { runStepsAsync } from '../../core/sql.ts';
import type { AuditEvent } from '../../engine-interface/audit-event.ts';
import { createPreparer } from './prepared-statements.ts';
import { createTransactor } from './transaction.ts';

/** Records an event in the open transaction of the connection, if there is one. */
export async function recordOnClient(client: ClientBase, event: AuditEvent): Promise<void> {
  const prepare = createPreparer();
  await runStepsAsync(
    record('postgresql', event),
    async (statement) => (await client.query(prepare(statement))).rows,
  );
}

/** Records an event, and chains it after all earlier events. */
export async function recordAndChain(client: ClientBase, event: AuditEvent): Promise<void> {
  await recordOnClient(client, event);
  const lease = async () => Object.assign(client, { release: () => undefined });
  await chainBatches(createTransactor({ lease, prepare: createPreparer() }));
}
