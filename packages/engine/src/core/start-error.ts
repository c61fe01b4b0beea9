import { StartError } from '@plant-store/schema/errors';

export { StartError };

/** The error with an option in place of the setting `DATABASE_URL`. */
export const asOptionError = (cause: unknown, option = '--to'): unknown =>
  cause instanceof StartError
    ? new StartError(cause.message.replace(/^DATABASE_URL: /, `${option}: `), { cause })
    : cause;
