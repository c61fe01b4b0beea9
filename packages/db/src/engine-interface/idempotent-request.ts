import type { Initiator } from './audit-event.ts';

export type IdempotentInitiator = Initiator & { idempotencyKey?: IdempotencyKey | undefined };

type IdempotencyKey = {
  key: string;
  hash: string;
  /** Called when the stored answer is returned again. */
  onReplay(): void;
};

/** The initiator and the idempotency key of a request, in a form that a thread can receive. */
export type IdempotentRequest = Initiator & { key?: string | undefined; hash?: string | undefined };

/** A result; `isReplay` if it was stored for an earlier request. */
export type IdempotentResult<Result> = { result: Result; isReplay: boolean };
