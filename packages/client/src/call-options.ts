/** The conditions of a call, in the headers of its request. */
export type Conditions = {
  /** The expected ETag of the plant. */
  ifMatch?: string | undefined;
  /** The key that makes a repeated call safe: the store executes a call once for each key. */
  idempotencyKey?: string | undefined;
  onEtag?: (etag: string) => void;
};

export type CallOptions = Conditions & {
  /** The time limit for the answer. The store may execute a call without an answer. */
  timeoutMs?: number;
};

/** Options for a call: `client.plants.update.mutate(patch, callOptions({ ifMatch, timeoutMs }))`. */
export const callOptions = ({ timeoutMs, ...context }: CallOptions) => ({
  context,
  ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
});
