/**
 * `fetch` for a plant store, of the version of this server: it reads and writes ids exactly, and sends again what is safe
 * to repeat. Plain JavaScript without a build, as browsers load it from `/docs/exact-fetch.js`.
 */
if (!JSON.rawJSON || JSON.parse('1', (_key, _value, context) => context?.source) !== '1')
  throw new Error(
    'exact-fetch needs JSON.rawJSON and the context.source of JSON.parse, as ids would be rounded: use Node.js 21, Chrome 114, Edge 114, Firefox 135, Safari 18.4 or later',
  );

/** The int64 fields of the document. They become bigints; other whole numbers only if a double would round them. */
const exactFields = new Set(['id', 'missing', 'number', 'receipt', 'undoes', 'undoneBy']);

export const parse = (text) =>
  JSON.parse(text, (key, value, { source }) => {
    if (!exactFields.has(key) && (typeof value !== 'number' || Number.isSafeInteger(value))) return value;
    if (Array.isArray(value)) return value.map(BigInt);
    // `BigInt` refuses `7.0` and `7e0`, which the store never writes, and which may be rounded already.
    return Number.isInteger(value) ? BigInt(source) : value;
  });

export const stringify = (value) =>
  JSON.stringify(value, (key, part) => {
    if (typeof part === 'bigint') return JSON.rawJSON(String(part));
    if (Number.isInteger(part) && !Number.isSafeInteger(part))
      throw new RangeError(`${key} is ${part}, which may be rounded already; give a bigint, such as 7n`);
    return part;
  });

const triesMax = 9;
const firstWaitMs = 100;
const waitMaxMs = 300_000;

export async function exactFetch(input, init) {
  const request = new Request(input, init);
  const { headers, method, signal } = request;
  if (method === 'POST' && !headers.has('idempotency-key'))
    headers.set('idempotency-key', crypto.getRandomValues(new BigUint64Array(2)).join('-'));
  // Without a precondition, a second PUT, PATCH or DELETE could undo what somebody else did after the first.
  const isRepeatable =
    ['GET', 'HEAD', 'POST'].includes(method) || headers.has('if-match') || headers.has('if-none-match');
  for (let tries = 1; ; tries++) {
    let answer;
    let lost;
    try {
      // Node.js forgets the signal of a Request that nobody holds any more, as while a file is read.
      answer = await exact(await fetch(request.clone(), { signal: init?.signal ?? signal }));
    } catch (cause) {
      lost = cause;
    }
    // With 429, the store has done nothing.
    const isUnsure = lost || [502, 503, 504].includes(answer.status);
    const waitMs = Math.max(retryAfterMs(answer), firstWaitMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
    if (!(isUnsure ? isRepeatable : answer.status === 429) || tries === triesMax || waitMs > waitMaxMs) {
      if (lost) throw lost;
      return answer;
    }
    answer?.body?.cancel();
    await pause(waitMs, signal);
  }
}

/** Reads a JSON body to its end, so that a cut one counts as lost. Files are handed on as they arrive. */
async function exact(answer) {
  const headers = new Headers(answer.headers);
  // openapi-fetch calls `json()` only if it knows the length. Otherwise it would use its own JSON.parse.
  if (answer.body && /\bjson\b/.test(headers.get('content-type')))
    headers.set('content-length', (await answer.clone().arrayBuffer()).byteLength);
  return withExactJson(answer, headers);
}

const withExactJson = (answer, headers) =>
  Object.defineProperties(answer, {
    headers: { value: headers },
    json: { value: async () => parse(await answer.text()) },
    clone: { value: () => withExactJson(Response.prototype.clone.call(answer), headers) },
  });

/** Seconds or a date (RFC 9110, section 10.2.3); 0 if there is none. */
function retryAfterMs(answer) {
  const after = answer?.headers.get('retry-after') ?? '';
  return (/^\d+$/.test(after) ? after * 1000 : Date.parse(after) - Date.now()) || 0;
}

const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
