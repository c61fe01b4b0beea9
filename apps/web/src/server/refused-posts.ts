import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { refusalStart, updatedParameter } from '../ui/refused-post.ts';
import { browserAddress } from './forwarded-headers.ts';

/** The maximum size of a form post, as in next.config.ts. Next would fail on a larger body, with a stack in the log. */
const limitBytes = 64 * 1024;

const anyAction = '0'.repeat(42);

type Refusal = { status: number; text: string };

/** Before the sender is known: no form of another site, and none above 64 KiB. */
export function refusalOf({ method, headers }: IncomingMessage): Refusal | undefined {
  if (method !== 'POST') return undefined;
  const foreign = foreignPage(headers);
  if (foreign) return foreign;
  if (headers['transfer-encoding'] !== undefined) return refusals.unmeasured;
  if (Number(headers['content-length'] ?? 0) > limitBytes) return refusals.tooLarge;
  // Refuses an invalid action, which Next would write unchanged into the log, with any terminal escapes.
  return /^[\da-f]{42}$/.test(String(headers['next-action'] ?? anyAction)) ? undefined : refusals.unknown;
}

/** Answers with advice, and logs a line without any of the caller's text, but for the addresses of page and host. */
export function refusePost(response: ServerResponse, { status, text: reason }: Refusal) {
  process.stderr.write(`A post to a page was refused with ${status}: ${reason}\n`);
  const text = `${refusalStart}${reason}`;
  response
    .writeHead(status, {
      // Without a charset, Next's script shows the text as a message.
      'content-type': 'text/plain',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .end(text);
}

/**
 * Leads a form that was posted without a script to the present page, if the store was updated since its page was opened.
 * Next would answer with a bare text, as it does for scripts.
 */
export function reopenIfUpdated({ method, headers, url = '' }: IncomingMessage, response: ServerResponse) {
  if (method !== 'POST' || headers['next-action'] !== undefined) return;
  const query = new URLSearchParams(url.split('?')[1]);
  query.set(updatedParameter, '1');
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isGone = response.hasHeader('x-nextjs-action-not-found');
    // Without a path, it stays the path of the post.
    if (isGone) response.setHeader('location', `?${query}`);
    return Reflect.apply(writeHead, response, [isGone ? 303 : status, ...rest]);
  };
}

const refusals = {
  foreign: {
    status: 403,
    text: 'it was sent by a page of another site. Open the plant store itself, and send it from there.',
  },
  tooLarge: {
    status: 413,
    text: 'the form has more than 64 KiB of text. Go back and shorten it. To add a file of plants, use the page Import.',
  },
  unknown: {
    status: 400,
    text: 'it has no such form. Open the page again, and send it from there.',
  },
  unmeasured: { status: 411, text: 'the request has no Content-Length. Send one, as browsers do.' },
} satisfies Record<string, Refusal>;

/**
 * The refusal of a post from a page of another site; `undefined` for a page of this store. A browser names the posting
 * page (Origin), or its relation to this site (Sec-Fetch-Site); programs send neither. A proxy that changes the host
 * looks like another site, so the refusal names both addresses.
 */
function foreignPage(headers: IncomingHttpHeaders): Refusal | undefined {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined)
    return ['same-origin', 'none', undefined].includes(site) ? undefined : refusals.foreign;
  const page = URL.parse(origin);
  const { host } = browserAddress(headers);
  const isSameHost = page !== null && page.host === URL.parse(`${page.protocol}//${host}`)?.host;
  // Without X-Forwarded-Proto the API would take each change for one of another site.
  const isPlain = page?.protocol === 'https:' && headers['x-forwarded-proto'] === 'http';
  if (isSameHost && !isPlain) return undefined;
  if (page?.origin !== origin || site === 'cross-site' || site === 'same-site') return refusals.foreign;
  const cause = isSameHost ? changedScheme(short(origin)) : changedHost(short(origin), short(host), isPlain);
  const text = site === 'same-origin' || isSameHost ? cause : `${refusals.foreign.text} If you did: ${cause}`;
  return { status: 403, text };
}

const changedHost = (origin: string, host: string, isPlain: boolean) =>
  `your browser is at ${origin}, but the proxy before the store asked for ${host}. ${remedy(hostLine, ...(isPlain ? [schemeLine] : []))}`;

const changedScheme = (origin: string) =>
  `your browser is at ${origin}, but the proxy before the store does not say that it uses TLS. ${remedy(schemeLine)}`;

const hostLine = '"proxy_set_header Host $http_host;"';
const schemeLine = '"proxy_set_header X-Forwarded-Proto $scheme;"';

const remedy = (...lines: string[]) =>
  `Whoever runs the store adds ${lines.length > 1 ? 'these lines' : 'this line'} to nginx: ${lines.join(' and ')}. docs/deploy.md has the lines for other proxies.`;

/** For the log, as headers may have any characters and length. */
const short = (address: string) => address.replaceAll(/[^!-~]/g, '?').slice(0, 255);
