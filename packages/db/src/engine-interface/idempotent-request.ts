import type { Initiator } from './audit-event.ts';

/** The initiator and the idempotency key of a request, in a form that a thread can receive. */
export type IdempotentRequest = Initiator & { key?: string | undefined; hash?: string | undefined };

/** A result; `isReplay` if it was stored for an earlier request. */
export type IdempotentResult<Result> = { result: Result; isReplay: boolean };
