import { setTimeout as wait } from 'node:timers/promises';
import { rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { expect } from 'vitest';

/** What an answer says about its write. After 502, or no answer, nobody knows. */
type Told = 'stored' | 'not stored' | 'unknown';

const importRows = 200;
let nextId = 10_000_000;

/**
 * Adds plants with and without an Idempotency-Key, changes them with If-Match, imports files and undoes imports through
 * `url`, until `stop`. It keeps what each answer said, so that `faultsIn` can compare that with a database.
 * @param isLossy true if the database may lose what it acknowledged: a later write may then find nothing, which is 404
 */
export function startLedger(url: string, token: string, isLossy = false) {
  const added = new Map<number, Told>();
  const changed = new Map<number, Map<string, Told>>();
  const imports: { first: number; told: Told; undone?: Told }[] = [];
  let isOver = false;

  async function send(method: string, path: string, body?: object | string, more = {}) {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json';
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }), ...more };
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const { status, etag, text } = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: sent }),
    }).then(
      async (got) => ({ status: got.status, etag: got.headers.get('etag'), text: await got.text() }),
      () => ({ status: 502, etag: null, text: '' }),
    );
    // 412: after a write whose outcome is not known, a plant may have been read before or after it.
    expect([200, 201, 412, 502, 503, ...(isLossy ? [404] : [])], text).toContain(status);
    // Without a pause the clients would use both processors.
    await wait(50);
    const told: Told =
      status < 300
        ? 'stored'
        : status === 412 || text.includes('nothing was stored')
          ? 'not stored'
          : 'unknown';
    return { told, etag, text };
  }

  const add = startClients<Told>(2, async (tell) => {
    const id = nextId++;
    const { told } = await send('POST', '/plants', { id, name: `plant ${id}` });
    added.set(id, told);
    tell(told);
  });
  const addByKey = startClients<Told>(2, async (tell) => {
    const id = nextId++;
    const key = { 'idempotency-key': `key ${id}` };
    while (!isOver && added.get(id) !== 'stored') {
      const { told } = await send('POST', '/plants', { id, name: `plant ${id}` }, key);
      added.set(id, added.get(id) === 'unknown' && told === 'not stored' ? 'unknown' : told);
      tell(told);
    }
  });
  const change = startClients<Told>(2, async (tell) => {
    const id = nextId++;
    const answers = new Map<string, Told>();
    while (!isOver && (await send('PUT', `/plants/${id}`, { name: 'v0' })).told !== 'stored');
    if (!isOver) changed.set(id, answers);
    for (let number = 1; number <= 30 && !isOver; number++) {
      const { etag } = await send('GET', `/plants/${id}`);
      if (!etag) continue;
      const name = `v${number}`;
      const { told } = await send(
        number % 2 ? 'PATCH' : 'PUT',
        `/plants/${id}`,
        { name },
        { 'if-match': etag },
      );
      answers.set(name, told);
      tell(told);
    }
  });
  const importing = startClients<Told>(1, async (tell) => {
    const first = nextId;
    nextId += importRows;
    const lines = Array.from({ length: importRows }, (_, row) => `${first + row},plant ${first + row}\n`);
    const { told, text } = await send('POST', '/imports', `id,name\n${lines.join('')}`);
    const one: (typeof imports)[0] = { first, told };
    imports.push(one);
    tell(told);
    if (told !== 'stored' || imports.length % 2) return;
    one.undone = (await send('POST', `/receipts/${/"receipt":(\d+)/.exec(text)?.[1]}/undo`)).told;
  });

  const all = [add, addByKey, change, importing];
  return {
    /** Resolves after this number of further stored writes of each kind. */
    goesOn: (count: number) => Promise.all(all.map(({ until }) => until((told) => told === 'stored', count))),
    async stop() {
      isOver = true;
      await Promise.all(all.map(({ stop }) => stop()));
    },
    /** The number of answers that said this. */
    count: (told: Told) => all.flatMap(({ outcomes }) => outcomes).filter((one) => one === told).length,
    /** Each difference between the answers and this database, whose audit log must have no pending entries. */
    async faultsIn(databaseUrl: string): Promise<string[]> {
      const faults: string[] = [];
      const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
      const agrees = (told: Told, isStored: boolean, what: string) => {
        check(told !== 'stored' || isStored, `lost: ${what}`);
        check(told !== 'not stored' || !isStored, `stored in spite of its answer: ${what}`);
      };
      const rows = await rowsOf(databaseUrl, 'SELECT id, name FROM plants');
      const names = new Map(rows.map(({ id, name }) => [Number(id), name]));
      const entries = await rowsOf(databaseUrl, 'SELECT action, subject FROM audit_entries');
      const entriesOf = (id: number, ...actions: string[]) =>
        entries.filter(({ action, subject }) => subject === `${id}` && actions.includes(`${action}`)).length;
      for (const [id, told] of added) {
        agrees(told, names.has(id), `plant ${id}`);
        check(entriesOf(id, 'plants.create') === Number(names.has(id)), `entries of plant ${id}`);
      }
      const history = await rowsOf(
        databaseUrl,
        `SELECT plant_id AS id, name, changed_at AS at FROM plant_versions
         UNION ALL SELECT id, name, changed_at FROM plants ORDER BY at NULLS FIRST`,
      );
      for (const [id, answers] of changed) {
        const stored = history.flatMap((version) =>
          Number(version.id) === id ? [String(version.name)] : [],
        );
        const sorted = [...new Set(stored)].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
        check(String(stored) === String(sorted), `twice, or in another order: plant ${id}, ${stored}`);
        check(
          entriesOf(id, 'plants.update', 'plants.replace') === stored.length - 1,
          `entries of plant ${id}`,
        );
        for (const [name, told] of answers) agrees(told, stored.includes(name), `${name} of plant ${id}`);
      }
      for (const { first, told, undone } of imports) {
        const ids = Array.from({ length: importRows }, (_, row) => first + row);
        const stored = ids.filter((id) => names.has(id)).length;
        check(stored === 0 || stored === importRows, `half of the import from ${first}`);
        if (!undone) agrees(told, stored > 0, `the import from ${first}`);
        else if (undone !== 'unknown')
          check(stored > 0 === (undone === 'not stored'), `the undo from ${first}`);
      }
      return faults;
    },
  };
}
