/**
 * Where to go after signing in: a path of this site, and nothing that a browser could take for another's address. Nor
 * may it hold two slashes further on, or `/.//evil.example` is one as soon as its dots are resolved.
 */
export function localPath(to: unknown): string {
  return typeof to === 'string' && /^(?![^?]*\/\/)\/[\w\-./?=&%+*]*$/.test(to) ? to : '/';
}
