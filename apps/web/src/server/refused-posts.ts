import type { IncomingMessage, ServerResponse } from 'node:http';

/** The maximum size of a form post, as in next.config.ts. Next would fail on a larger body, with a stack in the log. */
const limitBytes = 64 * 1024;

const anyAction = '0'.repeat(42);

type Refusal = { status: number; text: string };

/**
 * The reason to refuse a form post, before its sender is known. Other sites may not post a form of the store, and no
 * form of the store has more than 64 KiB.
 */
export function refusalOf({ method, headers }: IncomingMessage): Refusal | undefined {
  if (method !== 'POST') return undefined;
  if (!isFromOwnPage(headers)) return refusals.foreign;
  if (headers['transfer-encoding'] !== undefined) return refusals.unmeasured;
  if (Number(headers['content-length'] ?? 0) > limitBytes) return refusals.tooLarge;
  // Refuses an invalid action, which Next would write unchanged into the log, with any terminal escapes.
  return /^[\da-f]{42}$/.test(String(headers['next-action'] ?? anyAction)) ? undefined : refusals.unknown;
}

/** Answers with advice, and logs a line without any of the caller's text. */
export function refusePost(response: ServerResponse, { status, text }: Refusal) {
  process.stderr.write(`A post to a page was refused with ${status}: ${text}\n`);
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

const refusals = {
  foreign: {
    status: 403,
    text: 'This was sent by a page of another site. Open the plant store itself, and send it from there.',
  },
  tooLarge: {
    status: 413,
    text: 'This form has more than 64 KiB of text. Go back and shorten it. To add a file of plants, use the page Import.',
  },
  unknown: {
    status: 400,
    text: 'The plant store has no such form. Open the page again, and send it from there.',
  },
  unmeasured: { status: 411, text: 'This request has no Content-Length. Send one, as browsers do.' },
} satisfies Record<string, Refusal>;

/**
 * True for a post from a page of this store. A browser names the posting page (Origin), or its relation to this site
 * (Sec-Fetch-Site); programs send neither.
 */
function isFromOwnPage({ origin, host, ...headers }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']);
  // The first of several forwarded hosts is the host that the browser requested.
  const [forwardedHost = host] = [headers['x-forwarded-host']]
    .flat()
    .flatMap((names) => names?.split(',') ?? []);
  return URL.canParse(origin) && new URL(origin).host === forwardedHost?.trim();
}
