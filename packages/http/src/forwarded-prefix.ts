const maxLength = 200;
/** A path of unreserved characters (RFC 3986, section 2.3), without `.` and `..`. */
const path = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

/**
 * The path prefix in an `X-Forwarded-Prefix` header, without a slash at its end. Proxies have removed it from the path
 * of the request. Empty if the header is absent or is not a plain path.
 */
export function forwardedPrefix(header: string | string[] | undefined): string {
  const prefix = typeof header === 'string' ? header.replace(/\/$/, '') : '';
  return prefix.length <= maxLength && path.test(prefix) ? prefix : '';
}
