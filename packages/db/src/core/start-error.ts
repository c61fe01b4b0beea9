/** An error of the start or of a command, for people: one line with the problem and the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The error with `--to` in place of the setting `DATABASE_URL`. */
export const asOptionError = (cause: unknown): unknown =>
  cause instanceof StartError
    ? new StartError(cause.message.replace(/^DATABASE_URL: /, '--to: '), { cause })
    : cause;
