import { on } from '@plant-store/client';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { within } from '../../api/within.ts';

/** To undo an import of a million plants takes a while. */
const timeoutMs = 10 * 60_000;

/** Undoes a receipt; a repeated call with the same key undoes it once. */
export const undoReceipt = (id: bigint, idempotencyKey: string) =>
  attempt(() =>
    browserClient.receipts.undo.mutate({ id }, { ...on({ idempotencyKey }), ...within(timeoutMs) }),
  );
