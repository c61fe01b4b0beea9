/**
 * True if the browser has kept the cookie of the session that was just started. No script can read this cookie, so the
 * store is asked, without the API's client: the sign-in page does not load it. Without an answer the next page decides.
 */
export const isCookieKept = (): Promise<boolean> =>
  fetch('/api/trpc/session.get', { cache: 'no-store' }).then(
    ({ status }) => status !== 401,
    () => true,
  );
