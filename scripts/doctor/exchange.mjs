import { plain } from './answers.mjs';

/** Why the doctor cannot do its work. */
export class Trouble extends Error {}

/** Makes a function that sends a request as it is and follows no redirect. It throws Trouble without a whole answer. */
export function connect({ url, token, timeoutMs }) {
  return async ({ method, path, body, token: own = token, headers }) => {
    try {
      const answer = await fetch(url + path, {
        ...{ method, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) },
        headers: {
          'accept-encoding': 'identity',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(own !== null && { authorization: `Bearer ${own}` }),
          ...headers,
        },
      });
      const text = await answer.text();
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: parse(text) };
    } catch (cause) {
      throw new Trouble(`no answer: ${reasonOf(cause.cause ?? cause)}`);
    }
  };
}

// What Node's own words leave out.
const hints = [
  [
    /SELF_SIGNED|UNABLE_TO_/,
    'if its authority is your own, set NODE_EXTRA_CA_CERTS to the file of its root certificate',
  ],
  [/SSL|EPROTO|HPE_/, 'try the other of http:// and https://'],
];

function reasonOf(cause) {
  const { code = '', message } = cause.errors?.[0] ?? cause;
  const [, hint] = hints.find(([pattern]) => pattern.test(code)) ?? [];
  return plain(message || code) + (hint ? `; ${hint}` : '');
}

/** The value of a JSON text with ids as `bigint`. Node 20 cannot read these otherwise. */
function parse(text) {
  const marked = text.replaceAll(/("id"\s*:\s*)(-?\d+)(?=\s*[,}])/g, '$1"$2n"');
  try {
    return JSON.parse(marked, (key, value) =>
      key === 'id' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
    );
  } catch {
    return undefined;
  }
}
