import type { Doer } from '../audit/event.ts';

/** Who asks, and under which key; what of `By` in once.ts can be sent to a thread. */
export type Asked = Doer & { key?: string | undefined; hash?: string | undefined };

/** What was asked for, and whether that is the answer to an earlier request. */
export type Answer<Result> = { result: Result; isReplay: boolean };
