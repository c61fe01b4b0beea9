/** The conditions of a call, which its request carries as headers. */
export type Conditions = {
  /** The ETag that the plant must still have. */
  ifMatch?: string | undefined;
  /** Makes a repeated call safe: the store does it once for each key. */
  idempotencyKey?: string | undefined;
  /** Called with the ETag of the answer. */
  onEtag?: (etag: string) => void;
};

export type CallOptions = Conditions & {
  /** After this time the call counts as unanswered, though it may be done all the same. */
  timeoutMs?: number;
};

/** Options for a call: `client.plants.update.mutate(patch, callOptions({ ifMatch, timeoutMs }))`. */
export const callOptions = ({ timeoutMs, ...context }: CallOptions) => ({
  context,
  ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
});
