import { randomBytes, randomUUID } from 'node:crypto';
import { SIGNALS } from '../processes.mjs';
import { described, isKept, plain, promised, sentText } from './answers.mjs';
import { readClauses, tokenClause, versionClauses, writeClauses } from './clauses.mjs';
import { connect, NoAnswer } from './exchange.mjs';
import { optionsOf, Trouble, usage } from './options.mjs';

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
    if (signalled) console.error(`Stopped by ${signalled}.`);
    else if (cause instanceof Trouble) console.error(`✖ ${cause.message}`);
    else if (cause instanceof NoAnswer) console.error(`✖ No answer came: ${plain(cause.message)}.`);
    else console.error(cause);
    return 2;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
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
    const { body } = await send({ path: '/plants?limit=1' });
    if (Array.isArray(body) && body.length > 0) await play(versionClauses(body[0].id));
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
  const came = await send({ token: null, path: '/openapi.json' });
  if (/"title":\s*"Plant Store"/.test(came.text)) return;
  // A proxy may hide the document.
  const health = await send({ token: null, path: '/healthz' });
  const refused = await send({ token: null, path: '/plants?limit=1' });
  if (health.body?.status === 'ok' && /realm="plant-store"/.test(refused.headers['www-authenticate'])) return;
  const { status, headers } = came;
  if (status >= 300 && status < 400 && headers.location)
    throw new Trouble(
      `${origin.origin}${base} redirects to ${plain(headers.location)}. Give the address of the API itself.`,
    );
  throw new Trouble(
    `${origin.origin}${base} is not a plant store: GET /openapi.json came ${described(came)}. Give the address before /plants; behind that of the pages it ends with /api.`,
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
    const sent = ids.flatMap((id) => [id, id - 1n]);
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
