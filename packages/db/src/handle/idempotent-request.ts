import type { Initiator } from './audit-event.ts';

export type IdempotentInitiator = Initiator & { idempotencyKey?: IdempotencyKey | undefined };

type IdempotencyKey = {
  key: string;
  hash: string;
  /** Called when the stored answer is returned again. */
  onReplay(): void;
};

export type IdempotentRequest = Initiator & { key?: string | undefined; hash?: string | undefined };

export type IdempotentResult<Result> = { result: Result; isReplay: boolean };
