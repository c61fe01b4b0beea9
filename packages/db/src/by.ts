/** Who has something written, and as part of what. */
export type By = {
  /** The actor, where one is known. */
  actorId?: bigint | undefined;
  /** That the same request may come again. */
  once?: Once | undefined;
};

/** A request that its sender may send again, not knowing whether it was answered. */
type Once = {
  /** The key that the sender chose for it. */
  key: string;
  /** The same for the same request, and different for any other. */
  hash: string;
  /** Is called when the request has been answered before, and that answer is given again. */
  onReplay(): void;
};
