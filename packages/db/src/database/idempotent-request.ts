import type { Initiator } from './audit-event.ts';

/** The actor and the idempotency key, as they can be sent to a thread. */
export type IdempotentRequest = Initiator & { key?: string | undefined; hash?: string | undefined };

/** A result, and whether it was stored for an earlier request. */
export type IdempotentResult<Result> = { result: Result; isReplay: boolean };
