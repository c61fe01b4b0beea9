/** An error of the start or a command, for a person: one line with the problem and the way out. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The error for the address after `--to`, not the setting. */
export const asOptionError = (cause: unknown): unknown =>
  cause instanceof StartError
    ? new StartError(cause.message.replace(/^DATABASE_URL: /, '--to: '), { cause })
    : cause;
