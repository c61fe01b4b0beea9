import { StartError } from '@plant-store/schema/errors';

export { StartError };

/** The error with `--to` in place of the setting `DATABASE_URL`. */
export const asOptionError = (cause: unknown): unknown =>
  cause instanceof StartError
    ? new StartError(cause.message.replace(/^DATABASE_URL: /, '--to: '), { cause })
    : cause;
