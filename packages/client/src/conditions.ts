/** The options of a call besides its input. */
export type Conditions = {
  /** The ETag that the plant must still have. */
  ifMatch?: string | undefined;
  /** Makes a repeated call safe: the store does it once for each key. */
  idempotencyKey?: string | undefined;
  /** Called with the ETag of the answer. */
  onEtag?: (etag: string) => void;
};

/** Options for a call: `client.plants.update.mutate(patch, { ...on({ ifMatch }), signal })`. */
export const on = (conditions: Conditions) => ({ context: conditions });
