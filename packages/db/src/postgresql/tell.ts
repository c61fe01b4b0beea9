import type { ClientBase } from 'pg';
import type { AuditEvent } from '../audit/event.ts';
import { chainPieces } from '../audit/pending.ts';
import { record } from '../audit/record.ts';
import { answerSteps } from '../engine/unit.ts';
import { preparer } from './prepared-statements.ts';
import { transactor } from './transaction.ts';

/** Writes an event down within the transaction that the connection is in, if it is in one. */
export async function tell(client: ClientBase, event: AuditEvent): Promise<void> {
  const prepare = preparer();
  await answerSteps(
    record('postgresql', event),
    async (statement) => (await client.query(prepare(statement))).rows,
  );
}

/** Writes an event down, and gives it and all that waits before it their places in the chain, as a running store does. */
export async function tellInPlace(client: ClientBase, event: AuditEvent): Promise<void> {
  await tell(client, event);
  const lease = async () => Object.assign(client, { release: () => undefined });
  await chainPieces(transactor({ lease, prepare: preparer() }));
}
