/** The conditions of a call, which its request carries as headers. */
export type Conditions = {
  /** The ETag that the plant must have now. */
  ifMatch?: string | undefined;
  /** Makes a repeated call safe: the store executes it once for each key. */
  idempotencyKey?: string | undefined;
  /** Called with the ETag of the answer. */
  onEtag?: (etag: string) => void;
};

export type CallOptions = Conditions & {
  /** The time after which the call counts as unanswered, although the store may have executed it. */
  timeoutMs?: number;
};

/** Options for a call: `client.plants.update.mutate(patch, callOptions({ ifMatch, timeoutMs }))`. */
export const callOptions = ({ timeoutMs, ...context }: CallOptions) => ({
  context,
  ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
});
