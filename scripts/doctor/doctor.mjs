import { randomBytes } from 'node:crypto';
import { SIGNALS } from '../processes.mjs';
import { described, failure, isKept, plain } from './answers.mjs';
import { playReads, playVersion, playWrites, tokenClause } from './clauses.mjs';
import { connect, Trouble } from './exchange.mjs';
import { optionsOf, usage } from './options.mjs';

/** Runs the doctor. @returns the exit code */
export async function doctor(words, { timeoutMs = 15_000 } = {}) {
  const stopping = new AbortController();
  // npm and a terminal both send a Ctrl-C, so a second one does not end the removal of the plants.
  const onSignal = (signal) => stopping.abort(new Trouble(`Stopped by ${signal}.`));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  let options;
  try {
    options = optionsOf(words);
    if (options) return await examine({ ...options, timeoutMs, stop: stopping.signal });
    console.log(usage);
    return 0;
  } catch (cause) {
    const said = cause instanceof Trouble ? `✖ ${cause.message}` : String(cause.stack);
    // An answer may repeat the token.
    console.error(options ? said.replaceAll(options.token, '…') : said);
    return 2;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

async function examine({ isReadOnly, stop, ...to }) {
  const send = connect(to);
  const [nobody, ...ids] = randomIds(10);
  await assertStore(send, to.url);
  await assertToken(send, isReadOnly, nobody);
  const count = { kept: 0, failed: 0, silent: 0 };
  const fail = (line) => {
    count.failed++;
    console.log(`✖ ${line}`.replaceAll(to.token, '…'));
  };
  const conclude = (more) => {
    console.log(`${count.kept} clauses kept, ${count.failed} failed. ${more}`);
    return count.failed > 0 ? 1 : 0;
  };
  const play = async (promise, sent, right) => {
    stop.throwIfAborted();
    const asked = { path: '/plants', method: sent.body === undefined ? 'GET' : 'POST', ...sent };
    const came = await send(asked).catch((trouble) => {
      if (++count.silent === 3) throw trouble;
      return { trouble };
    });
    if ([42900, 50300].includes(came.body?.error))
      throw new Trouble(`The store cannot be examined now: ${plain(came.body.message)}`);
    if (!came.trouble && isKept(right, came)) count.kept++;
    else fail(failure(promise, { ...asked, path: to.base + asked.path }, came, right));
    return { status: came.status, ...came.headers };
  };
  const { status } = await play(...tokenClause);
  if ([401, 403].includes(status)) return conclude('The other clauses need the token.');
  await playReads(play, { base: to.base, nobody });
  if (isReadOnly) {
    const { body } = await send({ path: '/plants?limit=1' });
    if (body?.[0]) await playVersion(play, body[0].id);
    return conclude('No plant was written.');
  }
  const mark = `doctor${randomBytes(5).toString('hex')}`;
  try {
    await playWrites(play, { base: to.base, ids, mark });
  } finally {
    const left = await remove(send, ids, mark).catch((cause) => cause.message);
    if (left)
      fail(
        `the plants of the doctor can be deleted: perhaps some are left, see the search "${mark}"; ${left}`,
      );
    else console.log('The plants of the doctor are in the trash, which drops them after 30 days.');
  }
  return conclude('The audit log names what was written.');
}

/** Looks at the address without the token, which goes to plant stores only. @throws Trouble */
async function assertStore(send, url) {
  const look = (path) => send({ path, token: null });
  const came = await look('/openapi.json');
  if (/"title":\s*"Plant Store"/.test(came.text)) return;
  // A proxy may hide the document.
  const { body } = await look('/healthz');
  const { headers } = await look('/plants?limit=1');
  if (body?.status === 'ok' && /realm="plant-store"/.test(headers['www-authenticate'])) return;
  throw new Trouble(
    `${url} is not a plant store: GET /openapi.json came ${described(came, came.headers.location && ['location'])}. Give the address before /plants; behind that of the pages it ends with /api.`,
  );
}

/** A request's scope is checked before all else, so requests that nothing comes of tell what the token may do. */
async function assertToken(send, isReadOnly, nobody) {
  const read = { path: '/plants?limit=1' };
  const writes = [
    { method: 'POST', path: '/plants', body: '{}' },
    { method: 'DELETE', path: `/plants/${nobody}`, headers: { 'if-match': '"none"' } },
    { method: 'POST', path: '/imports?none', body: '' },
  ];
  for (const sent of isReadOnly ? [read] : [read, ...writes]) {
    const { error, message } = (await send(sent)).body ?? {};
    // 40100 comes where a proxy drops the token: a clause says so.
    if ([40101, 40102, 40300].includes(error))
      throw new Trouble(
        `The store refuses this token: ${plain(message)}. Give one with plants:read, and without --read-only also with plants:write, plants:delete and imports.`,
      );
  }
}

/** Odd ids beyond 2^53, so that whoever rounds one gives it another value. */
const randomIds = (count) =>
  Array.from({ length: count }, () => (randomBytes(8).readBigUInt64BE() >> 2n) | (1n << 61n) | 1n);

/** Deletes the plants whose names begin with `mark`. @returns what came, if some may be left */
async function remove(send, ids, mark) {
  const isOwn = (plant) => String(plant?.name).startsWith(mark);
  const list = () => send({ path: `/plants?q=${mark}&limit=200` });
  const { body } = await list();
  const listed = Array.isArray(body) ? body.filter(isOwn).map(({ id }) => id) : [];
  // A proxy may have altered an id on its way to the store or back.
  for (const id of new Set([...ids.flatMap((id) => [id, id - 1n]), ...listed])) {
    const path = `/plants/${id}`;
    if (isOwn((await send({ path })).body))
      await send({ method: 'DELETE', path, headers: { 'if-match': '*' } });
  }
  const after = await list();
  const isClean = Array.isArray(after.body) && !after.body.some(isOwn);
  return isClean ? undefined : `came ${described(after)}`;
}
