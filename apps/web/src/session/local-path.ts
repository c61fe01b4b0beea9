/**
 * The target after signing in: a path of this site that no browser can take for another site. It also has no two
 * slashes further on, because `/.//evil.example` becomes such an address once its dots are resolved.
 */
export function localPath(to: unknown): string {
  return typeof to === 'string' && /^(?![^?]*\/\/)\/[\w\-./?=&%+*]*$/.test(to) ? to : '/';
}
