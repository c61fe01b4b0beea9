/** Where to go after signing in: a path of this site, and nothing that a browser could take for another's address. */
export function localPath(to: unknown): string {
  return typeof to === 'string' && /^\/(?![/\\])[\w\-./?=&%+*]*$/.test(to) ? to : '/';
}
