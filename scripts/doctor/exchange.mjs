import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** No larger answer belongs to a clause. */
const answerMaxBytes = 8 * 2 ** 20;

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

/** The error of a request without a whole answer: the reason in words. */
export class NoAnswer extends Error {}

// Node's own words for certificates are not clear.
const reasons = [
  [/ENOTFOUND|EAI_AGAIN/, 'no such host'],
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ECONNRESET/, 'the connection ended'],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/,
    'its certificate is not from an authority that Node knows; if the authority is your own, set NODE_EXTRA_CA_CERTS to the file of its root certificate',
  ],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME_INVALID/, 'its certificate is for another host'],
  [
    /EPROTO|SSL|HPE_/,
    'it does not speak the protocol of this address; try the other of http:// and https://',
  ],
];

function reasonOf(cause) {
  const { code = '', message } = cause.errors?.[0] ?? cause;
  const [, reason] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  return reason ? `${reason} (${code})` : message || code;
}

/**
 * Makes a function that sends one request after another over one connection, unchanged: no redirect is followed, and
 * no path is tidied. @throws NoAnswer, also if an answer is not whole within `timeoutMs`
 */
export function connect({ origin, base, token, timeoutMs, stop }) {
  const { Agent, request } = origin.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ path = '/plants', body, token: own = token, headers = {}, ...sent }, signal = stop) =>
    new Promise((resolve, reject) => {
      const method = sent.method ?? (body === undefined ? 'GET' : 'POST');
      const timeout = AbortSignal.timeout(timeoutMs);
      const asked = request({
        agent,
        method,
        hostname: origin.hostname.replace(/^\[|\]$/g, ''),
        port: origin.port,
        path: base + path,
        // The end of a write is awaited: its plant can be removed only then.
        signal: body === undefined ? AbortSignal.any([signal, timeout]) : timeout,
        headers: {
          host: origin.host,
          ...(own !== null && { authorization: `Bearer ${own}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
        },
      });
      const fail = (cause) =>
        reject(new NoAnswer(timeout.aborted ? `none within ${timeoutMs / 1000} seconds` : reasonOf(cause)));
      asked.on('error', fail);
      asked.on('response', async (response) => {
        try {
          const chunks = [];
          let bytes = 0;
          for await (const chunk of response) {
            bytes += chunk.length;
            if (bytes > answerMaxBytes) throw new Error('it does not end');
            chunks.push(chunk);
          }
          const text = decoded(Buffer.concat(chunks), response.headers['content-encoding']).toString();
          // Connections are kept only where the whole request was sent.
          if (!asked.writableEnded) asked.destroy();
          resolve({ status: response.statusCode, headers: response.headers, text, body: parse(text) });
        } catch (cause) {
          fail(cause);
        }
      });
      if (!headers.expect) return asked.end(body);
      // Like curl, it sends the body at `100 Continue`, or after a second without an answer.
      const sending = setTimeout(() => asked.end(body), 1_000);
      asked.on('continue', () => asked.end(body));
      for (const event of ['continue', 'response', 'error']) asked.on(event, () => clearTimeout(sending));
      asked.flushHeaders();
    });
}

function decoded(bytes, encoding) {
  try {
    return decoders[encoding]?.(bytes) ?? bytes;
  } catch {
    return bytes;
  }
}

/** The value of a JSON text with ids as `bigint`. Node 20 cannot read these otherwise. */
function parse(text) {
  const quoted = text.replaceAll(/("id"\s*:\s*)(-?\d+)(?=\s*[,}])/g, '$1"$2"');
  try {
    return JSON.parse(quoted, (key, value) =>
      key === 'id' && typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value,
    );
  } catch {
    return undefined;
  }
}
