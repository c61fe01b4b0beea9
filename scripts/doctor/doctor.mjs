import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { SIGNALS } from '../processes.mjs';
import { readClauses, tokenClause, versionClauses, writeClauses } from './clauses.mjs';
import { connect, NoAnswer } from './exchange.mjs';

const usage = `Usage: npm run doctor -- URL --token-file FILE [--read-only]

Plays the clauses of the contract against the API at URL, through all that stands before it, and prints a line for each
that fails. It adds plants with random ids and removes them again; with --read-only it writes nothing. The exit code is
0 if every clause is kept, 1 if one fails, and 2 if the doctor could not do its work.`;

/** Why the doctor cannot do its work. */
class Trouble extends Error {}

/** Runs the doctor. @returns the exit code */
export async function doctor(words, { timeoutMs = 15_000 } = {}) {
  const stopping = new AbortController();
  let signalled;
  // npm and a terminal both send a Ctrl-C, so a second one does not end the removal of the plants.
  const onSignal = (signal) => {
    signalled ??= signal;
    stopping.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const options = optionsOf(words);
    if (!options) {
      console.log(usage);
      return 0;
    }
    return await examine({ ...options, timeoutMs, stop: stopping.signal });
  } catch (cause) {
    const isKnown = cause instanceof Trouble || cause instanceof NoAnswer;
    console.error(signalled ? `Stopped by ${signalled}.` : isKnown ? `✖ ${cause.message}` : cause);
    return 2;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

function optionsOf(words) {
  let parsed;
  try {
    const options = {
      'token-file': { type: 'string' },
      'read-only': { type: 'boolean' },
      help: { type: 'boolean' },
    };
    parsed = parseArgs({ args: words, allowPositionals: true, options });
  } catch (cause) {
    throw new Trouble(`${cause.message}\n\n${usage}`);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  const [address, surplus] = positionals;
  if (address === undefined) throw new Trouble(`Give the address of the API.\n\n${usage}`);
  if (surplus !== undefined) throw new Trouble(`"${plain(surplus)}" is one word too many.\n\n${usage}`);
  if (values['token-file'] === undefined)
    throw new Trouble(`Give a file with a token of the store: --token-file FILE.\n\n${usage}`);
  return {
    ...addressOf(address),
    token: tokenOf(values['token-file']),
    isReadOnly: values['read-only'] ?? false,
  };
}

function addressOf(text) {
  const origin = URL.canParse(text) ? new URL(text) : undefined;
  if (!origin || !/^https?:$/.test(origin.protocol))
    throw new Trouble(`The address must begin with http:// or https://; "${plain(text)}" was given.`);
  const surplus = [
    [origin.username || origin.password, 'a user or password'],
    [/\?/.test(text), 'a query string'],
    [/#/.test(text), 'a part after #'],
  ].find(([isThere]) => isThere);
  // It is not repeated, as it may have a secret.
  if (surplus)
    throw new Trouble(`The address must not have ${surplus[1]}; the token comes from --token-file.`);
  return { origin, base: origin.pathname.replace(/\/+$/, '') };
}

function tokenOf(path) {
  let token;
  try {
    token = readFileSync(path, 'utf8').trim();
  } catch ({ code }) {
    throw new Trouble(`The token file "${plain(path)}" cannot be read (${code}).`);
  }
  if (token === '') throw new Trouble(`The token file "${plain(path)}" is empty.`);
  if (!/^[!-~]+$/.test(token))
    throw new Trouble(`The token file "${plain(path)}" must have one token and no more.`);
  return token;
}

async function examine({ isReadOnly, ...to }) {
  const send = connect(to);
  const [nobody, ...ids] = randomIds(10);
  await assertStore(send, to);
  await assertToken(send, isReadOnly, nobody);
  const tally = { kept: 0, failed: 0, silent: 0 };
  const seen = {};
  const play = async (clauses) => {
    for (const clause of clauses) await playOne(clause, { send, tally, seen, ...to });
  };
  await play([tokenClause]);
  if ([401, 403].includes(seen.status)) return conclude(tally, 'The other clauses need the token.');
  await play(readClauses({ base: to.base, nobody, requestId: randomUUID() }));
  if (isReadOnly) {
    const [plant] = (await send({ path: '/plants?limit=1' })).body ?? [];
    if (plant) await play(versionClauses(plant.id));
    return conclude(tally, 'Nothing was written.');
  }
  const mark = `doctor${randomBytes(5).toString('hex')}`;
  try {
    await play(writeClauses({ base: to.base, ids, mark }));
  } finally {
    const left = await remove(send, ids, mark);
    if (left.length > 0) tally.failed++;
    for (const one of left) console.log(`✖ the plants of the doctor can be deleted: ${one}`);
    console.log('The plants of the doctor are in the trash, which drops them after 30 days.');
  }
  return conclude(tally, 'The audit log names what was written.');
}

/** Looks at the address without the token, which goes to plant stores only. */
async function assertStore(send, { origin, base }) {
  let came;
  try {
    came = await send({ token: null, path: '/openapi.json' });
    if (/"title":\s*"Plant Store"/.test(came.text)) return;
    const refused = await send({ token: null, path: '/plants?limit=1' });
    if (refused.status === 401 && /realm="plant-store"/.test(refused.headers['www-authenticate'])) return;
  } catch (cause) {
    throw new Trouble(`${origin.origin}${base} gives no answer: ${plain(cause.message)}.`);
  }
  const { status, headers } = came;
  if (status >= 300 && status < 400 && headers.location)
    throw new Trouble(
      `${origin.origin}${base} redirects to ${plain(headers.location)}. Give the address of the API itself.`,
    );
  throw new Trouble(
    `${origin.origin}${base} is not a plant store: GET /openapi.json came ${described(came)}. The API behind the address of the pages is under /api.`,
  );
}

/** A request's scope is checked before all else, so requests that nothing comes of tell what the token may do. */
async function assertToken(send, isReadOnly, nobody) {
  const writes = [
    { body: '{}' },
    { method: 'DELETE', path: `/plants/${nobody}`, headers: { 'if-match': '"none"' } },
    { path: '/imports?none', body: '' },
  ];
  for (const sent of [tokenClause[1], ...(isReadOnly ? [] : writes)]) {
    const { error, message } = (await send(sent)).body ?? {};
    if (error === 40101 || error === 40102)
      throw new Trouble(`The store refuses this token: ${plain(message)}`);
    if (error !== 40300) continue;
    throw new Trouble(
      `This token may not do enough: ${plain(message)}. Give one with plants:read, plants:write, plants:delete and imports, or run this with --read-only and plants:read.`,
    );
  }
}

/** Plays a clause and prints how it fails. @throws Trouble if the store does not answer any more */
async function playOne([promise, sent, right], { send, tally, seen, base, token, stop }) {
  stop.throwIfAborted();
  const asked = typeof sent === 'function' ? sent(seen) : sent;
  if (!asked) return;
  const wanted = typeof right === 'function' ? right(seen) : right;
  let came = {};
  try {
    came = await send(asked);
    tally.silent = 0;
  } catch (cause) {
    if (stop.aborted) throw cause;
    came.silence = cause.message;
    if (++tally.silent === 3)
      throw new Trouble(`Three requests had no answer, the last: ${plain(cause.message)}`);
  }
  const { error, message } = came.body ?? {};
  if (error === 42900 || error === 50300)
    throw new Trouble(`The store cannot be examined now: ${plain(message)}`);
  seen.status = came.status;
  seen.etag = came.headers?.etag ?? seen.etag;
  const [, next = ''] = /^<([^>]+)>/.exec(came.headers?.link) ?? [];
  seen.next = next.startsWith(`${base}/`) ? next.slice(base.length) : undefined;
  if (!came.silence && isKept(wanted, came, asked)) tally.kept++;
  else {
    tally.failed++;
    const parts = [
      `sent ${sentText(asked, base)}`,
      `came ${described(came, wanted)}`,
      `promised ${promised(wanted)}`,
    ];
    console.log(`✖ ${promise}: ${parts.join('; ')}`.replaceAll(token, '…'));
  }
}

const typeOf = (right) => ('type' in right ? right.type : 'application/json');

function isKept(right, { status, headers, text, body }, { method }) {
  const [type, charset = 'utf-8'] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(/\s*;\s*(?:charset=)?/);
  const isTyped = typeOf(right) ? type === typeOf(right) && /^"?utf-?8/.test(charset) : text === '';
  const isRight = method === 'HEAD' || right.body === undefined || fits(right.body, body);
  const isComplete = Object.entries(right.headers ?? {}).every(([name, value]) => fits(value, headers[name]));
  return status === right.status && isTyped && isRight && isComplete;
}

function fits(wanted, value) {
  if (typeof wanted === 'function') return wanted(value);
  return wanted instanceof RegExp ? wanted.test(value) : isDeepStrictEqual(value, wanted);
}

function sentText({ method, path = '/plants', body, headers = {} }, base) {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const words = [
    method ?? (body === undefined ? 'GET' : 'POST'),
    base + path,
    ...named.map((one) => `[${one}]`),
  ];
  return cut([...words, body && cut(body, 120)].filter(Boolean).join(' '), 300);
}

function described({ silence, status, headers, text, body }, { headers: wanted = {}, shows } = {}) {
  if (silence) return `no answer: ${plain(silence)}`;
  const firstLine = text.split(/[\r\n]+/).find((line) => line.trim()) ?? '';
  const shown = shows && body ? toText(shows(body)) : firstLine;
  const named = Object.keys(wanted).map((name) => `${name}: ${headers[name] ?? 'none'}`);
  const type = headers['content-type'] ?? 'without a type';
  return [`${status} ${plain(type)}`, cut(shown, 160), ...named.map((one) => cut(one, 200))]
    .filter(Boolean)
    .join(', ');
}

function promised(right) {
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
const plain = (text) =>
  String(text)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
const cut = (text, length) =>
  plain(text).length > length ? `${plain(text).slice(0, length)}…` : plain(text);

/** Odd ids beyond 2^53, so that whoever rounds one gives it another value. */
const randomIds = (count) =>
  Array.from({ length: count }, () => (randomBytes(8).readBigUInt64BE() >> 2n) | (1n << 61n) | 1n);

/** Deletes the plants whose names begin with `mark`. A stop does not end this. @returns what may be left */
async function remove(send, ids, mark) {
  // A proxy may have broken the connection of the clauses, or altered an id on its way to the store or back.
  const own = (path, method, headers) =>
    send({ path, method, headers: { connection: 'close', ...headers } }, new AbortController().signal);
  const left = [];
  try {
    const listed = (await own(`/plants?q=${mark}&limit=200`)).body;
    const found = Array.isArray(listed) ? listed.map(({ id }) => id) : undefined;
    const sent = ids.flatMap((id) => [id, id - 1n, BigInt(Number(id))]);
    for (const id of new Set([...sent, ...(found ?? [])])) {
      let came = await own(`/plants/${id}`);
      const isOwn = String(came.body?.name).startsWith(mark);
      if (isOwn) came = await own(`/plants/${id}`, 'DELETE', { 'if-match': '*' });
      if (isOwn ? came.status !== 204 : (found?.includes(id) ?? came.status !== 404))
        left.push(`${isOwn ? '' : 'perhaps '}id ${id} is left; came ${described(came)}`);
    }
  } catch (cause) {
    left.push(`perhaps plants whose names begin with ${mark} are left; no answer: ${plain(cause.message)}`);
  }
  return left;
}

function conclude({ kept, failed }, more) {
  console.log(`${kept} clauses kept, ${failed} failed. ${more}`);
  return failed > 0 ? 1 : 0;
}
