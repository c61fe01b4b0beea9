import { isDeepStrictEqual } from 'node:util';

const typeOf = (right) => ('type' in right ? right.type : 'application/json');

/** Whether an answer is as promised. */
export function isKept(right, { status, headers, text, body }, { method }) {
  const [type, charset = 'utf-8'] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(/\s*;\s*(?:charset=)?/);
  const isTyped = typeOf(right) ? type === typeOf(right) && /^"?utf-?8/.test(charset) : text === '';
  const wanted = right.body ?? (right.status >= 400 ? isError : () => true);
  const isRight = method === 'HEAD' || fits(wanted, body);
  const isComplete = Object.entries(right.headers ?? {}).every(([name, value]) => fits(value, headers[name]));
  return status === right.status && isTyped && isRight && isComplete;
}

/** The contract's Error. */
export const isError = (body) =>
  Number.isInteger(body?.error) && typeof body.message === 'string' && body.message !== '';

function fits(wanted, value) {
  if (typeof wanted === 'function') return wanted(value);
  return wanted instanceof RegExp ? wanted.test(value) : isDeepStrictEqual(value, wanted);
}

export function sentText({ method, path = '/plants', body, headers = {} }, base) {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const words = [
    method ?? (body === undefined ? 'GET' : 'POST'),
    base + path,
    ...named.map((one) => `[${one}]`),
  ];
  return cut([...words, body && cut(body, 120)].filter(Boolean).join(' '), 300);
}

/** An answer: its status, its type, its first line, and the headers that were promised. */
export function described({ silence, status, headers, text, body }, { headers: wanted = {}, shows } = {}) {
  if (silence) return `no answer: ${plain(silence)}`;
  // The first line of a page often has tags alone.
  const firstLine = text.split(/[\r\n]+/).find((line) => line.replaceAll(/<[^>]*>/g, '').trim()) ?? '';
  const shown = shows && body ? toText(shows(body)) : firstLine;
  const named = Object.keys(wanted).map((name) => `${name}: ${headers[name] ?? 'none'}`);
  const type = headers['content-type'] ?? 'without a type';
  return [`${status} ${plain(type)}`, cut(shown, 160), ...named.map((one) => cut(one, 200))]
    .filter(Boolean)
    .join(', ');
}

export function promised(right) {
  const value = right.says ?? (right.body && toText(right.body));
  const named = Object.entries(right.headers ?? {}).map(
    ([name, value]) =>
      `${name}${value === undefined ? ': none' : typeof value === 'string' ? `: ${value}` : ''}`,
  );
  return [`${right.status} ${typeOf(right) ?? 'without a body'}`, value, ...named].filter(Boolean).join(', ');
}

const toText = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));

/** Text of others on one line, without characters that control a terminal. */
export const plain = (text) =>
  String(text)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
const cut = (text, length) =>
  plain(text).length > length ? `${plain(text).slice(0, length)}…` : plain(text);
