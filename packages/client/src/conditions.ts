/** What a call asks for besides its input. */
export type Conditions = {
  /** The ETag that the plant must still have. */
  ifMatch?: string | undefined;
  /** Makes the call one that may be sent again: it is done once. */
  idempotencyKey?: string | undefined;
  /** Is told the ETag that the answer came with. */
  onEtag?: (etag: string) => void;
};

/** Options for a call: `client.plants.update.mutate(patch, { ...on({ ifMatch }), signal })`. */
export const on = (conditions: Conditions) => ({ context: conditions });
