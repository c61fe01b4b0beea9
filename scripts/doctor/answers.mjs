import { isDeepStrictEqual } from 'node:util';

const json = 'application/json';

/** Whether an answer is as promised. Each refusal must be the contract's Error. */
export function isKept({ status, type = json, body: wanted, headers = {} }, { body, text, ...came }) {
  const [ownType, charset = 'utf-8'] = (came.headers['content-type'] ?? '').split(/\s*;\s*charset=/i);
  const isTyped = type === null ? text === '' : ownType === type && /^"?utf-?8/i.test(charset);
  const isError = Number.isInteger(body?.error) && /./.test(body.message ?? '');
  return (
    came.status === status &&
    isTyped &&
    (status < 400 || isError) &&
    (wanted === undefined || fits(wanted, wanted instanceof RegExp ? text : body)) &&
    Object.entries(headers).every(([name, value]) => fits(value, came.headers[name]))
  );
}

const fits = (wanted, value) =>
  wanted instanceof RegExp ? wanted.test(value) : isDeepStrictEqual(value, wanted);

/** A clause that failed, in one line. */
export function failure(promise, { method, path, ...sent }, came, { status, type = json, ...right }) {
  const text = came.trouble?.message ?? described(came, Object.keys(right.headers ?? {}));
  const promised = inWords(`${status} ${type ?? 'without a body'}`, right.body, right.headers);
  return `${promise}: sent ${inWords(`${method} ${path}`, sent.body, sent.headers)}; came ${text}; promised ${promised}`;
}

/** An answer with its first line, and with the headers of these names. */
export function described({ status, headers, text }, names = []) {
  // The first line of a page often has tags alone.
  const firstLine = text.split(/[\r\n]+/).find((line) => line.replaceAll(/<[^>]*>/g, '').trim());
  const named = Object.fromEntries(names.map((name) => [name, headers[name]]));
  return inWords(`${status} ${headers['content-type'] ?? 'without a type'}`, firstLine, named);
}

function inWords(first, body, headers = {}) {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value ?? 'none'}`);
  return [first, ...(body === undefined ? [] : [toText(body)]), ...named].map(plain).join(', ');
}

const toText = (value) =>
  typeof value === 'string' || value instanceof RegExp
    ? String(value)
    : JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));

/** Text of others on one line, without characters that control a terminal. */
export function plain(text) {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
