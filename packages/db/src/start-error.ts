/** Why the store cannot start: one line for a person, naming the problem and the way out. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The same of an address that was typed after `--to`, and is not the setting. */
export const ofOption = (cause: unknown): unknown =>
  cause instanceof StartError
    ? new StartError(cause.message.replace(/^DATABASE_URL: /, '--to: '), { cause })
    : cause;
