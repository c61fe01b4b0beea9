export type Conditions = {
  ifMatch?: string | undefined;
  /** The store executes a call once for each key. */
  idempotencyKey?: string | undefined;
  onEtag?: (etag: string) => void;
};

type CallOptions = Conditions & {
  /** The store may execute a call without an answer. */
  timeoutMs?: number;
};

export const callOptions = ({ timeoutMs, ...context }: CallOptions) => ({
  context,
  ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
});
