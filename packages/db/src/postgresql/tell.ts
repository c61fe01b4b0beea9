import type { ClientBase } from 'pg';
import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import { answerSteps } from '../engine/unit.ts';
import { preparer } from './prepared-statements.ts';

/** Writes an event down within the transaction that the connection is in, if it is in one. */
export async function tell(client: ClientBase, event: AuditEvent): Promise<void> {
  const prepare = preparer();
  await answerSteps(
    record('postgresql', event),
    async (statement) => (await client.query(prepare(statement))).rows,
  );
}
