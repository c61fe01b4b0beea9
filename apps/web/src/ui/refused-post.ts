/** The beginning of the server's reasons to refuse a form, by which the page knows them from the text of a proxy. */
export const refusalStart = 'The store refused this: ';

/** The part of an address that says that an update of the store came between a page and its form post. */
export const updatedParameter = 'updated';

/** The reason with which the server refused a form; Next throws it as an error. `undefined` for any other error. */
export function refusalIn(cause: unknown): string | undefined {
  const { message } = Object(cause) as { message?: unknown };
  return typeof message === 'string' && message.startsWith(refusalStart) ? message : undefined;
}
