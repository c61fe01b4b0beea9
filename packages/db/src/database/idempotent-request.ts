import type { Doer } from './audit-event.ts';

/** The actor and the idempotency key, as they can be sent to a thread. */
export type Asked = Doer & { key?: string | undefined; hash?: string | undefined };

/** A result, and whether it was stored for an earlier request. */
export type Answer<Result> = { result: Result; isReplay: boolean };
