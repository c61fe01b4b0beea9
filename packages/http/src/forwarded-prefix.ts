const maxLength = 200;
/** A path of unreserved characters (RFC 3986, section 2.3), without `.` and `..`. */
const path = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

/** Proxies have removed this path from that of the request. Empty if the header is absent or not a plain path. */
export function forwardedPrefix(header: string | string[] | undefined): string {
  const prefix = typeof header === 'string' ? header.replace(/\/$/, '') : '';
  return prefix.length <= maxLength && path.test(prefix) ? prefix : '';
}
