const maxLength = 200;
/** A path of unreserved characters (RFC 3986, section 2.3), without `.` and `..`. */
const path = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

/**
 * The prefix in an `X-Forwarded-Prefix` header: the beginning of a path that proxies have removed before they passed the
 * request on, without a slash at its end. Empty where there is none, or where it is no plain path.
 */
export function prefixIn(header: string | string[] | undefined): string {
  const prefix = typeof header === 'string' ? header.replace(/\/$/, '') : '';
  return prefix.length <= maxLength && path.test(prefix) ? prefix : '';
}
