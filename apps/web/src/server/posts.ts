import type { IncomingMessage, ServerResponse } from 'node:http';

/** As in next.config.ts: Next itself would fail over what is more, with a stack in the log. */
const limitBytes = 64 * 1024;

const anyAction = '0'.repeat(42);

type Refusal = { status: number; text: string };

/**
 * Why what is posted to a page is not taken, if it is not: no other site is to have a browser post a form of ours, and
 * no form of ours holds more than 64 KiB. Of who posts it nothing is known so far.
 */
export function refusalOf({ method, headers }: IncomingMessage): Refusal | undefined {
  if (method !== 'POST') return undefined;
  if (!isFromOwnPage(headers)) return foreign;
  if (headers['transfer-encoding'] !== undefined) return unmeasured;
  if (Number(headers['content-length'] ?? 0) > limitBytes) return tooLarge;
  // Next would write another into the log as it came, with what a terminal obeys.
  return /^[\da-f]{42}$/.test(String(headers['next-action'] ?? anyAction)) ? undefined : unknown;
}

/** Answers with a sentence that says what to do, and writes a line, in which nothing is that a stranger sent. */
export function refusePost(response: ServerResponse, { status, text }: Refusal) {
  process.stderr.write(`A post to a page was refused with ${status}: ${text}\n`);
  response
    .writeHead(status, {
      // Without a charset: so Next's own script takes it for a message to show.
      'content-type': 'text/plain',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .end(text);
}

const foreign: Refusal = {
  status: 403,
  text: 'This was sent by a page of another site. Open the plant store itself, and send it from there.',
};
const tooLarge: Refusal = {
  status: 413,
  text: 'This is more than the 64 KiB that a form may hold. Go back and shorten it; a file of plants goes through the page Import.',
};
const unknown: Refusal = {
  status: 400,
  text: 'This is for no form of the plant store. Open the page again, and send it from there.',
};
const unmeasured: Refusal = {
  status: 411,
  text: 'This does not say how long it is. Send it with a Content-Length, as browsers do.',
};

/** A browser names the page that has it post (Origin), or how far that is from here (Sec-Fetch-Site); programs neither. */
function isFromOwnPage({ origin, host, ...headers }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']);
  // The first of several, which is what the browser asked for.
  const [asked = host] = [headers['x-forwarded-host']].flat().flatMap((names) => names?.split(',') ?? []);
  return URL.canParse(origin) && new URL(origin).host === asked?.trim();
}
