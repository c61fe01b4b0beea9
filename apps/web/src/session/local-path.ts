/**
 * The page to open after signing in: always a path of this site. A browser must not read the path as the address of
 * another site, so it contains no two slashes in a row: `/.//evil.example` becomes such an address when the dots are
 * resolved.
 */
export function localPath(to: unknown): string {
  return typeof to === 'string' && /^(?![^?]*\/\/)\/[\w\-./?=&%+*]*$/.test(to) ? to : '/';
}

/** It leads through the sign-in page, which sees whether the browser has kept the cookie. */
export const signedInPath = (to: string): string => `/sign-in?${new URLSearchParams({ to, signed: 'in' })}`;
